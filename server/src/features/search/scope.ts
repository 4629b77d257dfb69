import { type SQL, sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Actor, searchRoots } from '../storage/access.ts'
import { isInTrash, type LocatedEntry } from '../storage/find-entry.ts'
import { storageEntries } from '../storage/table.ts'

/** Where an actor may look when asked about a path; nobody searches the trash. */
export async function searchableEntries(ctx: OrgContext, path: string, reader: Actor): Promise<LocatedEntry[]> {
  const locatedEntries = await searchRoots(ctx, reader, path)
  return locatedEntries.filter((located) => !isInTrash(located))
}

/** True of an entry `e` that lies at or below one of the starts and not in the trash. */
export function isBelow({ organization }: OrgContext, starts: readonly string[]): SQL {
  if (starts.length === 0) return sql`false`
  const ids = sql`any(${sql.param(`{${starts.join(',')}}`)}::uuid[])`
  return sql`(e.id = ${ids} or e.parent_id in (
    with recursive folders as (
      select id, parent_id is null as is_root from ${storageEntries}
      where organization_id = ${organization.id} and id = ${ids}
      union all
      select f.id, false from folders join ${storageEntries} f
        on f.organization_id = ${organization.id} and f.parent_id = folders.id
        and f.type = 'folder' and not (f.name = ${TRASH} and folders.is_root)
    ) select id from folders))`
}
