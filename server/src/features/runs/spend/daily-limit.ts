import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { NEAR_LIMIT } from '#contracts/usage-names.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { readTeammate } from '../../teammates/access.ts'
import { teammateUpdated } from '../../teammates/events.ts'
import { presentTeammate } from '../../teammates/present.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { teammateSpend } from '../table.ts'

/** The UTC day under which spending is counted. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

const nearOf = (limit: number): number => Number((limit * NEAR_LIMIT).toFixed(8))

/**
 * Marks that a limit is near or reached, and returns a row where it was not marked yet: one statement, so that of
 * calls at the same time only one announces it.
 */
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
 * it has spent most of it. `least` is what the cheapest call would cost, and not what a single one that was refused costs: the
 * teammate is closed to everyone for the rest of the day. What calls in progress hold does not count, because much of it
 * comes back.
 */
export async function noticeLimit(ctx: OrgContext, employee_id: string, least: number): Promise<void> {
  const limit = ctx.organization.ai_employee_daily_cost_limit_usd
  if (limit === null) return
  const near = nearOf(limit)
  const about = { organization_id: ctx.organization.id, employee_id, day: dayOf(ctx.now()), limit, near, least }
  const [marked] = await markReached(ctx.db, about)
  if (marked?.warned_limit_usd === limit)
    await ctx.emit(teammateUpdated, presentTeammate(await readTeammate(ctx, employee_id)))
}

/** The same of all who have spent as much already, when the limit is set. */
export async function noticeNewLimit(outer: Context, { organization_id }: { organization_id: string }): Promise<void> {
  const [organization] = await outer.db.select().from(organizations).where(eq(organizations.id, organization_id))
  const limit = organization?.ai_employee_daily_cost_limit_usd ?? null
  if (!organization || limit === null) return
  const ctx = extendContext(outer, { organization })
  const spenders = await ctx.db
    .select({ id: teammateSpend.employee_id })
    .from(teammateSpend)
    .innerJoin(aiEmployees, eq(aiEmployees.id, teammateSpend.employee_id))
    .where(
      and(
        eq(teammateSpend.organization_id, organization_id),
        eq(teammateSpend.day, dayOf(ctx.now())),
        gte(teammateSpend.spent_usd, nearOf(limit)),
        isNull(aiEmployees.deleted_at),
      ),
    )
  for (const { id } of spenders) await noticeLimit(ctx, id, 0)
}
