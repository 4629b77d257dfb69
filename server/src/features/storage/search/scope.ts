import { type SQL, sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-path.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, grantedPlaces, permissionAt } from '../access.ts'
import { findEntry, isInTrash, noSuchPath } from '../find-entry.ts'
import { storageEntries } from '../table.ts'

/** The entries below which a reader may look when asked about a path: the path itself, or what was given below it. */
export async function startsOf(ctx: OrgContext, path: string, reader: Actor): Promise<string[]> {
  const place = await findEntry(ctx, path).catch((error) => {
    if (path === '/') throw error
    throw noSuchPath()
  })
  if (!reader || (await permissionAt(ctx, reader, place))) return isInTrash(place) ? [] : [place.entry.id]
  const below = (await grantedPlaces(ctx, reader)).filter(({ line }) => line.some(({ id }) => id === place.entry.id))
  if (below.length === 0 && path !== '/') throw noSuchPath()
  return below.map(({ entry }) => entry.id)
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
