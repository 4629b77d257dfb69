import { sql } from 'drizzle-orm'
import { joinPath, namesOf, TRASH } from '#contracts/storage-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { AppError } from '#platform/error.ts'
import { fieldError } from '#platform/http/errors.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type EntryRow, storageEntries } from './table.ts'

/** An entry with everything above it. */
export type LocatedEntry = {
  entry: EntryRow
  /** From the root down to the entry itself. */
  line: readonly EntryRow[]
  path: string
}

export const noSuchPath = () => new AppError('not_found', 'Storage path not found')

/** The entries along a path, from the root down: one statement, however deep the path is. */
const walking = defineStatement(
  'walk_storage_path',
  { organization_id: 'uuid', names: 'text[]' },
  (p) => sql<EntryRow & { depth: number }>`with recursive line as (
    select e.*, 0 as depth from ${storageEntries} e
    where e.organization_id = ${p.organization_id} and e.parent_id is null and e.name = ''
    union all
    select e.*, line.depth + 1 from line
    join ${storageEntries} e on e.organization_id = ${p.organization_id}
      and e.parent_id = line.id and e.name = (${p.names})[line.depth + 1]
  ) select * from line order by depth`,
)

export async function locateByPath(ctx: OrgContext, path: string): Promise<LocatedEntry | null> {
  const names = namesOf(path)
  const line = await walking(ctx.db, { organization_id: ctx.organization.id, names })
  const entry = line[names.length]
  if (entry) return { entry, line, path }
  // The root and the trash are there for everyone, even before anything is.
  if (line.length > 0 || (path !== '/' && path !== TRASH)) return null
  await makeRoot(ctx)
  return locateByPath(ctx, path)
}

/** As far as a path leads: the entry itself, or the lowest above it that is there. */
export async function findNearest(ctx: OrgContext, path: string): Promise<LocatedEntry> {
  const names = namesOf(path)
  const line = await walking(ctx.db, { organization_id: ctx.organization.id, names })
  const entry = line.at(-1)
  if (!entry) return findEntry(ctx, '/')
  return { entry, line, path: joinPath(names.slice(0, line.length - 1)) }
}

/** An organization has its root and its trash from the first time that anybody looks at it. */
export async function makeRoot(ctx: OrgContext): Promise<void> {
  const now = ctx.now().toISOString()
  const [root, trash] = [newId(), newId()]
  await ctx.db.execute(sql`
    with root as (
      insert into ${storageEntries} (id, organization_id, parent_id, name, type, created_at, modified_at)
      values (${root}, ${ctx.organization.id}, null, '', 'folder', ${now}, ${now})
      on conflict do nothing returning *
    )
    insert into ${storageEntries} (id, organization_id, parent_id, name, type, created_at, modified_at)
    select ${trash}, organization_id, id, ${TRASH}, 'folder', created_at, modified_at from root`)
}

export async function findEntry(ctx: OrgContext, path: string): Promise<LocatedEntry> {
  const located = await locateByPath(ctx, path)
  if (!located) throw noSuchPath()
  return located
}

export const findFolder = async (ctx: OrgContext, path: string): Promise<LocatedEntry> =>
  asFolder(await findEntry(ctx, path))

export const findFile = async (ctx: OrgContext, path: string): Promise<LocatedEntry> =>
  asFile(await findEntry(ctx, path))

export function asFolder(located: LocatedEntry): LocatedEntry {
  if (located.entry.type !== 'folder') throw noSuchPath()
  return located
}

export function asFile(located: LocatedEntry): LocatedEntry {
  if (located.entry.type !== 'file') throw fieldError('path', 'This is a folder; a file is needed here')
  return located
}

/** Entries with all folders above them, from the root down: one statement, however deep they are. */
const upwards = defineStatement(
  'walk_storage_upwards',
  { organization_id: 'uuid', ids: 'uuid[]' },
  (p) => sql<EntryRow & { of_id: string }>`with recursive line as (
    select e.*, e.id as of_id, 0 as height from ${storageEntries} e
    where e.organization_id = ${p.organization_id} and e.id = any (${p.ids})
    union all
    select e.*, line.of_id, line.height + 1 from line
    join ${storageEntries} e on e.organization_id = ${p.organization_id} and e.id = line.parent_id
  ) select * from line order by of_id, height desc`,
)

/** By their ids; erased entries are missing. */
export async function locateByIds(ctx: OrgContext, ids: readonly string[]): Promise<Map<string, LocatedEntry>> {
  const rows = ids.length > 0 ? await upwards(ctx.db, { organization_id: ctx.organization.id, ids: [...ids] }) : []
  const locatedEntries = new Map<string, LocatedEntry>()
  for (const [id, line] of Map.groupBy(rows, ({ of_id }) => of_id)) {
    const entry = line.at(-1)
    // What was detached from the tree has another row on top than the root.
    if (entry && line[0]?.name === '')
      locatedEntries.set(id, { entry, line, path: joinPath(line.slice(1).map(({ name }) => name)) })
  }
  return locatedEntries
}

/** Null once the entry is erased. */
export async function locateById(ctx: OrgContext, id: string): Promise<LocatedEntry | null> {
  return (await locateByIds(ctx, [id])).get(id) ?? null
}

export const isInTrash = ({ line }: Pick<LocatedEntry, 'line'>): boolean => line[1]?.name === TRASH
