import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { definePrepared } from '#platform/db/prepared.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findWebChatTeammate } from '../teammates/access.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import { webchatEntryPoints } from './table.ts'

/** The teammate behind an entry point, in one round trip. */
const byEventId = definePrepared((db) =>
  db
    .select({ teammate: aiEmployees, multi_conversations: webchatEntryPoints.multi_conversations })
    .from(webchatEntryPoints)
    .innerJoin(aiEmployees, eq(aiEmployees.id, webchatEntryPoints.employee_id))
    .where(
      and(
        eq(webchatEntryPoints.organization_id, sql.placeholder('organization_id')),
        eq(webchatEntryPoints.id, sql.placeholder('event_id')),
        isNull(aiEmployees.deleted_at),
      ),
    )
    .prepare('find_entry_point'),
)

export type Entry = { teammate: TeammateRow; multi_conversations: boolean }

const noSuchEntryPoint = () =>
  new AppError('not_found', 'There is no such entry point', { code: 'ENTRY_POINT_NOT_FOUND' })

/** The teammate of an entry point; without one, the first teammate whose channel is `Web Chat`. */
export async function findEntryPoint(ctx: OrgContext, event_id: string | undefined): Promise<Entry> {
  if (!event_id) {
    const teammate = await findWebChatTeammate(ctx)
    if (!teammate) throw noSuchEntryPoint()
    return { teammate, multi_conversations: false }
  }
  if (!z.uuid().safeParse(event_id).success) throw noSuchEntryPoint()
  const [found] = await byEventId(ctx.db).execute({ organization_id: ctx.organization.id, event_id })
  if (!found) throw noSuchEntryPoint()
  return found
}
