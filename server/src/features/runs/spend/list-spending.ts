import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isAny } from '#platform/db/is-any.ts'
import { idsInOrder, readInPages } from '#platform/db/read-in-pages.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { teammateSpend } from '../table.ts'
import { dayOf } from './daily-limit.ts'

const DAY = 86_400_000

/** What each teammate has spent today and may still spend in the calls that are being made, the largest first, page by page. */
export function listSpending(ctx: OrgContext) {
  const { db, organization } = ctx
  const day = dayOf(ctx.now())
  const spent_usd = sql`coalesce(${teammateSpend.spent_usd}, 0)`.mapWith(Number)
  const reserved_usd = sql`coalesce(${teammateSpend.reserved_usd}, 0)`.mapWith(Number)
  const order = [desc(sql`${spent_usd} + ${reserved_usd}`), asc(aiEmployees.name), asc(aiEmployees.id)]
  const isSpentToday = and(
    eq(teammateSpend.organization_id, organization.id),
    eq(teammateSpend.employee_id, aiEmployees.id),
    eq(teammateSpend.day, day),
  )
  const isListed = and(eq(aiEmployees.organization_id, organization.id), isNull(aiEmployees.deleted_at))
  const listed = (among?: SQL) =>
    db
      .select({ employee_id: aiEmployees.id, name: aiEmployees.name, spent_usd, reserved_usd })
      .from(aiEmployees)
      .leftJoin(teammateSpend, isSpentToday)
      .where(and(isListed, among))
  const pages = readInPages({
    first: (limit) =>
      listed()
        .orderBy(...order)
        .limit(limit),
    ids: () =>
      db
        .select({ ids: idsInOrder(aiEmployees.id, ...order) })
        .from(aiEmployees)
        .leftJoin(teammateSpend, isSpentToday)
        .where(isListed),
    byIds: (ids) => listed(isAny(aiEmployees.id, ids)),
    idOf: ({ employee_id }) => employee_id,
  })
  const resets_at = new Date(Date.parse(day) + DAY).toISOString()
  return { pages, rest: { day, resets_at, limit_usd: organization.ai_employee_daily_cost_limit_usd } }
}
