import { type SQL, sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-path.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { grants, permissionAt } from '../access.ts'
import { findEntry, findPlaceOf, isInTrash, noSuchPath, type Place } from '../find-entry.ts'
import { storageEntries } from '../table.ts'

/** On whose behalf is searched: a teammate, or a person, who reads everything. */
export type Reader = Pick<TeammateRow, 'id'> | null

/** The entries below which a reader may look when asked about a path: the path itself, or what was given below it. */
export async function startsOf(ctx: OrgContext, path: string, reader: Reader): Promise<string[]> {
  const place = await findEntry(ctx, path).catch((error) => {
    if (path === '/') throw error
    throw noSuchPath()
  })
  if (!reader || (await permissionAt(ctx, reader, place))) return isInTrash(place) ? [] : [place.entry.id]
  const below = (await grantedPlaces(ctx, reader)).filter(({ line }) => line.some(({ id }) => id === place.entry.id))
  if (below.length === 0 && path !== '/') throw noSuchPath()
  return below.map(({ entry }) => entry.id)
}

/** The folders that a teammate was given. */
export async function grantedPlaces(ctx: OrgContext, { id }: Pick<TeammateRow, 'id'>): Promise<Place[]> {
  const { rows } = await ctx.db.execute<{ entry_id: string }>(
    sql`select g.entry_id from ${grants(ctx)} g where g.employee_id = ${id}`,
  )
  const places = await Promise.all(rows.map(({ entry_id }) => findPlaceOf(ctx, entry_id)))
  return places.filter((place) => place !== null)
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
