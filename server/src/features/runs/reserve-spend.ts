import { sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { ModelRow } from '../catalog/table.ts'
import type { ModelUsage } from '../models/model-language.ts'
import type { Candidate } from '../models/resolve-models.ts'
import { addCredits, lockCredits } from '../organizations/change-credits.ts'
import type { OrgContext } from '../organizations/context.ts'
import { estimateTokens } from './agent/estimate-tokens.ts'
import { dayOf, noticeLimit } from './daily-limit.ts'
import { RunFailure } from './run-outcome.ts'
import { spendReservations, teammateSpend } from './table.ts'

export const CREDITS_PER_USD = 100
/** How much answer a call is budgeted for: thoughts are paid like words. Near a limit it gets less, down to the least. */
const BUDGETED_OUTPUT = { off: 8192, low: 16_384, medium: 24_576, high: 32_768 } as const
const LEAST_OUTPUT = 64
const PER_MILLION = 1_000_000

export type Reservation = {
  /** Null where nothing can run out, so nothing was held. */
  id: string | null
  /** Null where no teammate asks: then only the organization's credits can run out. */
  employee_id: string | null
  /** Whether it was taken from the organization's credits. */
  counts_credits: boolean
  max_output_tokens: number | null
}

/** Costs are kept with eight decimals, and what computing with fractions adds to them is not shown. */
export const roundUsd = (usd: number): number => Math.round(usd * 1e8) / 1e8

/** What a call cost, in USD: cached input at its own price where there is one. */
export function costOf(model: ModelRow, usage: ModelUsage): number {
  const input = model.input_cost ?? 0
  const fresh = usage.input_tokens - usage.cached_input_tokens
  const cached = usage.cached_input_tokens * (model.cached_input_cost ?? input)
  return (fresh * input + cached + usage.output_tokens * (model.output_cost ?? 0)) / PER_MILLION
}

/**
 * Takes as much of the wanted sum as the teammate's day and the organization's credits still allow, if that is enough,
 * in one statement: twenty calls at once cannot pass the limit together.
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
    least: 'numeric',
    daily_limit: 'numeric?',
    /** What the organization's credits are worth; null where they do not count. */
    credit_usd: 'numeric?',
    credits_per_usd: 'numeric',
    now: 'timestamptz',
  },
  (p) => sql<{ usd: number | null; credits: number | null; over_limit: boolean; over_credits: boolean }>`
  with day_row as (
    insert into ${teammateSpend} (organization_id, employee_id, day)
    select ${p.organization_id}, ${p.employee_id}, ${p.day} where ${p.employee_id} is not null
    on conflict (organization_id, employee_id, day) do update set reserved_usd = teammate_spend.reserved_usd
    returning spent_usd, reserved_usd
  ), allowed as (
    select
      coalesce(${p.daily_limit} - (select spent_usd + reserved_usd from day_row), ${p.wanted}) as by_limit,
      coalesce(${p.credit_usd}, ${p.wanted}) as by_credits
  ), granted as (
    select least(${p.wanted}, by_limit, by_credits) as usd, by_limit, by_credits from allowed
  ), reserved as (
    insert into ${spendReservations} (id, organization_id, run_id, employee_id, day, usd, credits, created_at)
    select ${p.id}, ${p.organization_id}, ${p.run_id}, ${p.employee_id}, ${p.day}, usd,
      case when ${p.credit_usd} is null then 0 else usd * ${p.credits_per_usd} end, ${p.now}
    from granted where usd >= ${p.least}
    returning usd, credits
  )
  select (select usd from reserved) as usd, (select credits from reserved) as credits, by_limit < ${p.least} as over_limit,
    by_credits < ${p.least} as over_credits
  from granted`,
)

const addReserved = defineStatement(
  'add_reserved',
  { organization_id: 'uuid', employee_id: 'uuid', day: 'date', usd: 'numeric' },
  (p) => sql`update ${teammateSpend} set reserved_usd = reserved_usd + ${p.usd}
    where organization_id = ${p.organization_id} and employee_id = ${p.employee_id} and day = ${p.day}`,
)

const inputCostOf = (model: ModelRow, input_tokens: number): number =>
  costOf(model, { input_tokens, output_tokens: 0, cached_input_tokens: 0 })

/** What a message costs to read by itself, in USD, whatever the answer is. */
export const costToRead = (model: ModelRow, content: string): number =>
  inputCostOf(model, estimateTokens({ system: '', messages: [{ role: 'user', content }], tools: [] }))

/** The least that a call with so much input costs. */
export const leastCostOf = (model: ModelRow, inputTokens: number): number =>
  costOf(model, { input_tokens: inputTokens, output_tokens: LEAST_OUTPUT, cached_input_tokens: 0 })

type Wanted = {
  inputTokens: number
  /** How much an answer may be budgeted for, where it can be kept shorter; a number of tokens is held whole or not at all. */
  output: keyof typeof BUDGETED_OUTPUT | number
  /** What the cheapest call costs that could be made of the teammate: where not even that fits, its limit is reached. */
  cheapestUsd(): number
}

/** Holds the money for one call before it is made; a model without a price needs none. */
export async function reserveSpend(
  ctx: OrgContext,
  run: { id: string; employee_id: string | null },
  { model, key_type }: Candidate,
  { inputTokens, output, cheapestUsd }: Wanted,
): Promise<Reservation> {
  const outputPrice = (model.output_cost ?? 0) / PER_MILLION
  const inputUsd = inputCostOf(model, inputTokens)
  const isFixed = typeof output === 'number'
  const wanted = inputUsd + (isFixed ? output : BUDGETED_OUTPUT[model.is_reasoning ? output : 'off']) * outputPrice
  const { organization } = ctx
  const { employee_id } = run
  const daily_limit = employee_id === null ? null : organization.ai_employee_daily_cost_limit_usd
  const counts_credits = key_type === 'platform'
  if (wanted === 0 || (daily_limit === null && !counts_credits))
    return { id: null, employee_id, counts_credits, max_output_tokens: null }

  const id = newId()
  const day = dayOf(ctx.now())
  const least = isFixed ? wanted : leastCostOf(model, inputTokens)
  const usd = await ctx.transaction(async (ctx) => {
    const credits = counts_credits ? await lockCredits(ctx, organization.id) : null
    const [answer] = await hold(ctx.db, {
      id,
      organization_id: organization.id,
      run_id: run.id,
      employee_id,
      day,
      wanted,
      least,
      daily_limit,
      credit_usd: credits === null ? null : credits / CREDITS_PER_USD,
      credits_per_usd: CREDITS_PER_USD,
      now: ctx.now(),
    })
    if (answer?.over_limit) return null
    if (answer?.over_credits) throw new RunFailure('NO_CREDITS', 'The organization has no credits left')
    const reserved = answer?.usd ?? 0
    await addCredits(ctx, organization.id, -(answer?.credits ?? 0))
    if (employee_id !== null)
      await addReserved(ctx.db, { organization_id: organization.id, employee_id, day, usd: reserved })
    return reserved
  })
  if (usd === null) {
    // This call may be dear, or others hold what it needs: neither closes the teammate to what is cheaper.
    if (employee_id !== null) await noticeLimit(ctx, employee_id, cheapestUsd())
    throw new RunFailure(
      'DAILY_LIMIT_REACHED',
      'What is left of the teammate’s spending limit for today does not pay for this',
    )
  }

  if (outputPrice === 0) return { id, employee_id, counts_credits, max_output_tokens: null }
  const affordable = Math.floor((usd - inputUsd) / outputPrice)
  return { id, employee_id, counts_credits, max_output_tokens: Math.max(LEAST_OUTPUT, affordable) }
}

/** Gives back what was held and books what was spent, where a teammate asked also on its day. */
const settle = defineStatement(
  'settle_spend',
  { id: 'uuid', spent: 'numeric' },
  (p) => sql<{ spent_usd: number | null; credits: number }>`
  with released as (
    delete from ${spendReservations} where id = ${p.id} returning organization_id, employee_id, day, usd, credits
  ), booked as (
    update ${teammateSpend} set
      reserved_usd = greatest(0, reserved_usd - released.usd), spent_usd = spent_usd + ${p.spent}
    from released
    where teammate_spend.organization_id = released.organization_id
      and teammate_spend.employee_id = released.employee_id and teammate_spend.day = released.day
    returning spent_usd
  )
  select released.credits, (select spent_usd from booked) as spent_usd from released`,
)

/** Books a call. Answers with what the teammate has spent today, or null where that did not change or nobody is limited. */
export async function settleSpend(ctx: OrgContext, reservation: Reservation, spent: number): Promise<number | null> {
  const { id, counts_credits } = reservation
  if (!id) return spent > 0 ? book(ctx, reservation.employee_id, spent) : null
  if (!counts_credits) {
    const [row] = await settle(ctx.db, { id, spent })
    return row?.spent_usd ?? null
  }
  return ctx.transaction(async (ctx) => {
    // In the order in which money is held, so that the two never wait for each other.
    await lockCredits(ctx, ctx.organization.id)
    const [row] = await settle(ctx.db, { id, spent })
    if (!row) return null
    await addCredits(ctx, ctx.organization.id, row.credits - spent * CREDITS_PER_USD)
    return row.spent_usd
  })
}

async function book(ctx: OrgContext, employee_id: string | null, spent_usd: number): Promise<number | null> {
  if (employee_id === null) return null
  const [row] = await ctx.db
    .insert(teammateSpend)
    .values({ organization_id: ctx.organization.id, employee_id, day: dayOf(ctx.now()), spent_usd })
    .onConflictDoUpdate({
      target: [teammateSpend.organization_id, teammateSpend.employee_id, teammateSpend.day],
      set: { spent_usd: sql`${teammateSpend.spent_usd} + ${spent_usd}` },
    })
    .returning()
  return row?.spent_usd ?? null
}

/** Adds one call to a run's bill, one line per key and model. */
export function addCost(costs: RunCost[], { model, key_type }: Candidate, usage: ModelUsage): void {
  const usd_cost = roundUsd(costOf(model, usage))
  const line = costs.find((cost) => cost.key_type === key_type && cost.model === model.model)
  if (!line) {
    costs.push({ key_type, model: model.model, ...usage, usd_cost })
    return
  }
  line.input_tokens += usage.input_tokens
  line.output_tokens += usage.output_tokens
  line.cached_input_tokens += usage.cached_input_tokens
  line.usd_cost = roundUsd(line.usd_cost + usd_cost)
}
