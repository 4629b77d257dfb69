import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { joinPath } from '#contracts/storage-names.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { locateByIds } from '../find-entry.ts'
import type { Trashed } from '../present.ts'
import { storageEntries } from '../table.ts'
import { namesBefore } from './mirror.ts'

/** What was deleted itself, the latest first, with where it was. */
export async function listTrash(ctx: OrgContext, page: { page: number; limit: number }): Promise<Page<Trashed>> {
  const { trashed_at, id, organization_id } = storageEntries
  const deleted = ctx.db
    .select()
    .from(storageEntries)
    .where(and(eq(organization_id, ctx.organization.id), isNotNull(trashed_at)))
    .orderBy(desc(trashed_at), desc(id))
    .$dynamic()
  const found = await paginate(ctx.db, deleted, page)
  const locatedEntries = await locateByIds(
    ctx,
    found.data.map(({ id }) => id),
  )
  const data = found.data.flatMap((row): Trashed[] => {
    const located = locatedEntries.get(row.id)
    // A folder above may just have been erased with all that lies in it.
    if (!located || !row.trashed_at) return []
    const original_path = joinPath(namesBefore(located.line))
    return [{ ...row, trashed_at: row.trashed_at, path: located.path, original_path, shared: false, state: null }]
  })
  return { ...found, data }
}
