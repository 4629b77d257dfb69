import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { aiEmployees, type TeammateRow } from '../table.ts'

/** What lies in the trash, the latest deletion first. Personal assistants are never deleted. */
export function listDeletedTeammates(
  ctx: OrgContext,
  page: { page: number; limit: number },
): Promise<Page<TeammateRow>> {
  const listed = ctx.db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.organization_id, ctx.organization.id), isNotNull(aiEmployees.deleted_at)))
    .orderBy(desc(aiEmployees.deleted_at), desc(aiEmployees.id))
    .$dynamic()
  return paginate(ctx.db, listed, page)
}
