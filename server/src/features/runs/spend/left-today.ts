import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { teammateSpend } from '../table.ts'
import { dayOf } from './daily-limit.ts'

/** What a teammate may still spend today; null without a limit, and nothing once what is left pays for no call. */
export async function leftToday(ctx: OrgContext, employee_id: string): Promise<number | null> {
  const limit = ctx.organization.ai_employee_daily_cost_limit_usd
  if (limit === null) return null
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
  if (!today) return limit
  return today.reached !== null && limit <= today.reached ? 0 : Math.max(0, limit - today.spent)
}
