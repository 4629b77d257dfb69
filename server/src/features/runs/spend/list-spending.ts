import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { TeammateSpending } from '#contracts/runs.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { teammateSpend } from '../table.ts'
import { dayOf } from './daily-limit.ts'

const DAY = 86_400_000

/** What each teammate has spent today and may still spend in the calls that are being made, the largest first. */
export async function listSpending(ctx: OrgContext): Promise<TeammateSpending> {
  const { organization } = ctx
  const day = dayOf(ctx.now())
  const spent_usd = sql`coalesce(${teammateSpend.spent_usd}, 0)`.mapWith(Number)
  const reserved_usd = sql`coalesce(${teammateSpend.reserved_usd}, 0)`.mapWith(Number)
  const data = await ctx.db
    .select({ employee_id: aiEmployees.id, name: aiEmployees.name, spent_usd, reserved_usd })
    .from(aiEmployees)
    .leftJoin(
      teammateSpend,
      and(
        eq(teammateSpend.organization_id, organization.id),
        eq(teammateSpend.employee_id, aiEmployees.id),
        eq(teammateSpend.day, day),
      ),
    )
    .where(and(eq(aiEmployees.organization_id, organization.id), isNull(aiEmployees.deleted_at)))
    .orderBy(desc(sql`${spent_usd} + ${reserved_usd}`), asc(aiEmployees.name), asc(aiEmployees.id))
  return {
    day,
    resets_at: new Date(Date.parse(day) + DAY).toISOString(),
    limit_usd: organization.ai_employee_daily_cost_limit_usd,
    data,
  }
}
