import { sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import { addCredits, lockCredits } from '../../organizations/change-credits.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { spendReservations, teammateSpend } from '../table.ts'
import { dayOf } from './daily-limit.ts'
import { CREDITS_PER_USD } from './model-costs.ts'

/** While less is left than this many full budgets, a call holds no larger share of it than this part, if that is enough. */
const SHARES = 16

export type HoldRequest = {
  run_id: string
  employee_id: string | null
  counts_credits: boolean
  /** In USD: the full budget, what such a call usually costs, and the least that it costs. */
  wanted: number
  expected: number
  least: number
}

/** Held, or why not; `mayReturn`: it may be enough once other calls have released what they hold. */
export type Held = { id: string; usd: number } | { refusedBy: 'limit' | 'credits'; mayReturn: boolean }

/**
 * Reserves a share of what the teammate's daily limit and the organization's credits still allow, if that is enough. One statement,
 * so that parallel calls cannot pass the limit together; a share, so that no call reserves what the others need.
 */
const hold = defineStatement(
  'hold_spend',
  {
    id: 'uuid',
    organization_id: 'uuid',
    run_id: 'uuid',
    employee_id: 'uuid?',
    day: 'date',
    wanted: 'numeric',
    expected: 'numeric',
    /** The least amount that is worth reserving. */
    accepted: 'numeric',
    least: 'numeric',
    daily_limit: 'numeric?',
    /** What the organization's credits are worth; null where they do not count. */
    credit_usd: 'numeric?',
    credits_per_usd: 'numeric',
    shares: 'numeric',
    now: 'timestamptz',
  },
  (p) => sql<{
    usd: number | null
    credits: number | null
    over_limit: boolean
    over_credits: boolean
    may_return: boolean
  }>`
  with day_row as (
    insert into ${teammateSpend} (organization_id, employee_id, day)
    select ${p.organization_id}, ${p.employee_id}, ${p.day} where ${p.employee_id} is not null
    on conflict (organization_id, employee_id, day) do update set reserved_usd = teammate_spend.reserved_usd
    returning spent_usd, reserved_usd
  ), allowed as (
    select
      coalesce(${p.daily_limit} - (select spent_usd + reserved_usd from day_row), ${p.wanted} * ${p.shares}) as by_limit,
      coalesce(${p.credit_usd}, ${p.wanted} * ${p.shares}) as by_credits,
      coalesce((select reserved_usd from day_row), 0) as held_of_day,
      case when ${p.credit_usd} is null then 0 else (
        select coalesce(sum(credits), 0) / ${p.credits_per_usd} from ${spendReservations}
        where organization_id = ${p.organization_id} and credits > 0) end as held_of_credits
  ), granted as (
    select allowed.*, least(by_limit, by_credits,
      least(${p.wanted}, greatest(${p.expected}, least(by_limit, by_credits) / ${p.shares}))) as usd
    from allowed
  ), reserved as (
    insert into ${spendReservations} (id, organization_id, run_id, employee_id, day, usd, credits, created_at)
    select ${p.id}, ${p.organization_id}, ${p.run_id}, ${p.employee_id}, ${p.day}, usd,
      case when ${p.credit_usd} is null then 0 else usd * ${p.credits_per_usd} end, ${p.now}
    from granted where usd >= ${p.accepted}
    returning usd, credits
  )
  select (select usd from reserved) as usd, (select credits from reserved) as credits,
    by_limit < ${p.accepted} as over_limit, by_credits < ${p.accepted} as over_credits,
    (by_limit >= ${p.accepted} or held_of_day > 0 and by_limit + held_of_day >= ${p.least})
      and (by_credits >= ${p.accepted} or held_of_credits > 0 and by_credits + held_of_credits >= ${p.least}) as may_return
  from granted`,
)

/** Adds to what is reserved of a day: one statement, so that calls at the same time are all counted. */
const addReserved = defineStatement(
  'add_reserved',
  { organization_id: 'uuid', employee_id: 'uuid', day: 'date', usd: 'numeric' },
  (p) => sql`update ${teammateSpend} set reserved_usd = reserved_usd + ${p.usd}
    where organization_id = ${p.organization_id} and employee_id = ${p.employee_id} and day = ${p.day}`,
)

/** Holds money for one call, `accepted` at the least. */
export async function holdSpend(ctx: OrgContext, request: HoldRequest, accepted: number): Promise<Held> {
  const { organization } = ctx
  const { employee_id, counts_credits, run_id, wanted, expected, least } = request
  const id = newId()
  const day = dayOf(ctx.now())
  return ctx.transaction(async (ctx) => {
    const credits = counts_credits ? await lockCredits(ctx, organization.id) : null
    const [answer] = await hold(ctx.db, {
      id,
      organization_id: organization.id,
      run_id,
      employee_id,
      day,
      wanted,
      expected,
      accepted,
      least,
      daily_limit: employee_id === null ? null : organization.ai_employee_daily_cost_limit_usd,
      credit_usd: credits === null ? null : credits / CREDITS_PER_USD,
      credits_per_usd: CREDITS_PER_USD,
      shares: SHARES,
      now: ctx.now(),
    })
    if (answer?.over_limit) return { refusedBy: 'limit', mayReturn: answer.may_return }
    if (answer?.over_credits) return { refusedBy: 'credits', mayReturn: answer.may_return }
    const usd = answer?.usd ?? 0
    await addCredits(ctx, organization.id, -(answer?.credits ?? 0))
    if (employee_id !== null) await addReserved(ctx.db, { organization_id: organization.id, employee_id, day, usd })
    return { id, usd }
  })
}
