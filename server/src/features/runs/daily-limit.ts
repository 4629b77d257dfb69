import { and, eq, sql } from 'drizzle-orm'
import { NEAR_LIMIT } from '#contracts/usage-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { readTeammate } from '../teammates/access.ts'
import { teammateUpdated } from '../teammates/events.ts'
import { presentTeammate } from '../teammates/present.ts'
import { teammateSpend } from './table.ts'

/** The UTC day under which spending is counted. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Whether nothing can be asked of the teammate today: its limit is spent, or what is left of it pays for no call. */
export async function isOverDailyLimit(ctx: OrgContext, employee_id: string): Promise<boolean> {
  const limit = ctx.organization.ai_employee_daily_cost_limit_usd
  if (limit === null) return false
  const [today] = await ctx.db
    .select({ spent: teammateSpend.spent_usd, reached: teammateSpend.reached_limit_usd })
    .from(teammateSpend)
    .where(
      and(
        eq(teammateSpend.organization_id, ctx.organization.id),
        eq(teammateSpend.employee_id, employee_id),
        eq(teammateSpend.day, dayOf(ctx.now())),
      ),
    )
  return today !== undefined && (today.spent >= limit || (today.reached !== null && limit <= today.reached))
}

const markReached = defineStatement(
  'mark_limit_reached',
  { organization_id: 'uuid', employee_id: 'uuid', day: 'date', limit: 'numeric', near: 'numeric', least: 'numeric' },
  (p) => {
    const isReached = sql`(teammate_spend.spent_usd >= ${p.limit} or teammate_spend.spent_usd + ${p.least} > ${p.limit})`
    return sql<{ warned_limit_usd: number | null }>`
    insert into ${teammateSpend} (organization_id, employee_id, day, reached_limit_usd, warned_limit_usd)
    values (${p.organization_id}, ${p.employee_id}, ${p.day}, case when ${p.least} > ${p.limit} then ${p.limit} end,
      case when ${p.least} > ${p.limit} then ${p.limit} end)
    on conflict (organization_id, employee_id, day) do update set warned_limit_usd = ${p.limit},
        reached_limit_usd = case when ${isReached} then ${p.limit} else teammate_spend.reached_limit_usd end
      where ${isReached} and teammate_spend.reached_limit_usd is distinct from ${p.limit}
        or teammate_spend.spent_usd >= ${p.near} and teammate_spend.warned_limit_usd is distinct from ${p.limit}
    returning warned_limit_usd`
  },
)

/**
 * The contract: clients learn of it when a teammate reaches its daily limit, once for each limit and day, and likewise when
 * it has spent most of it. `least` is what another call would cost at the least; what calls in progress hold does not count,
 * because much of it comes back.
 */
export async function noticeLimit(ctx: OrgContext, employee_id: string, least: number): Promise<void> {
  const limit = ctx.organization.ai_employee_daily_cost_limit_usd
  if (limit === null) return
  const near = Number((limit * NEAR_LIMIT).toFixed(8))
  const about = { organization_id: ctx.organization.id, employee_id, day: dayOf(ctx.now()), limit, near, least }
  const [marked] = await markReached(ctx.db, about)
  if (marked?.warned_limit_usd === limit)
    await ctx.emit(teammateUpdated, presentTeammate(await readTeammate(ctx, employee_id)))
}
