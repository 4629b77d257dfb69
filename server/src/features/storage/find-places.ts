import { sql } from 'drizzle-orm'
import { joinPath } from '#contracts/storage-path.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { Place } from './find-entry.ts'
import { type EntryRow, storageEntries } from './table.ts'

const upwards = defineStatement<{ organization_id: string; ids: readonly string[] }, EntryRow & { below: string }>(
  'walk_storage_upwards_from_many',
  sql`with recursive line as (
    select e.*, e.id as below, 0 as height from ${storageEntries} e
    where e.organization_id = ${sql.placeholder('organization_id')} and e.id = any(${sql.placeholder('ids')}::uuid[])
    union all
    select e.*, line.below, line.height + 1 from line
    join ${storageEntries} e on e.organization_id = ${sql.placeholder('organization_id')} and e.id = line.parent_id
  ) select * from line order by below, height desc`,
)

/** Where entries stand now, by their id, in one statement; those that are erased are missing. */
export async function findPlacesOf(ctx: OrgContext, ids: readonly string[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  if (ids.length === 0) return places
  const rows = await upwards(ctx.db, { organization_id: ctx.organization.id, ids })
  for (const [id, line] of Map.groupBy(rows, ({ below }) => below)) {
    const entry = line.at(-1)
    // What was detached from the tree has another row on top than the root.
    if (entry && line[0]?.name === '')
      places.set(id, { entry, line, path: joinPath(line.slice(1).map(({ name }) => name)) })
  }
  return places
}
