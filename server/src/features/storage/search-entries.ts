import { sql } from 'drizzle-orm'
import type { EntrySearch, FoundEntries } from '#contracts/storage.ts'
import { TRASH } from '#contracts/storage-names.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { grants } from './access.ts'
import { findPlaceOf } from './find-entry.ts'
import { type EntryRow, storageEntries } from './table.ts'

/** Entries that a teammate may read, by a part of their name; without one, whatever was changed last. */
export async function searchEntries(
  ctx: OrgContext,
  teammate: TeammateRow,
  { q, limit }: EntrySearch,
): Promise<FoundEntries> {
  const organization_id = ctx.organization.id
  const text = q.normalize('NFC').replaceAll(/[\\%_]/g, '\\$&')
  const isTrash = sql`(e.name = ${TRASH} and folders.is_root)`
  const { rows } = await ctx.db.execute<Pick<EntryRow, 'id' | 'type'>>(sql`
    with recursive given as (
      select e.id, e.parent_id is null as is_root from ${grants(ctx)} g
      join ${storageEntries} e on e.organization_id = ${organization_id} and e.id = g.entry_id
      where g.employee_id = ${teammate.id}
    ), folders as (
      select id, is_root from given
      union
      select e.id, false from folders
      join ${storageEntries} e on e.organization_id = ${organization_id} and e.parent_id = folders.id
        and e.type = 'folder' and not ${isTrash}
    )
    select e.id, e.type from ${storageEntries} e
    where e.organization_id = ${organization_id} and e.parent_id is not null
      and lower(e.name) like lower(${`%${text}%`})
      and (e.parent_id in (select id from folders) or e.id in (select id from given))
      and not (e.name = ${TRASH} and e.parent_id in (select id from given where is_root))
    order by ${q === '' ? sql`e.modified_at desc` : sql`lower(e.name) like lower(${`${text}%`}) desc, length(e.name)`},
      e.name, e.id
    limit ${limit + 1}`)
  const entries: FoundEntries['entries'] = []
  for (const { id, type } of rows.slice(0, limit)) {
    const place = await findPlaceOf(ctx, id)
    if (place) entries.push({ name: place.entry.name, path: `/${place.path}`, type })
  }
  return { entries, truncated: rows.length > limit }
}
