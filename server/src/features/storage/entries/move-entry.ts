import { and, eq, sql } from 'drizzle-orm'
import type { PlaceEntry } from '#contracts/storage.ts'
import { namesOf } from '#contracts/storage-names.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireEntry, requireFolder } from '../access.ts'
import { below } from '../entries-below.ts'
import { storageFileMoved } from '../events.ts'
import type { LocatedEntry } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { childPath, type Listed, presentEntryEvent } from '../present.ts'
import { type EntryRow, storageEntries } from '../table.ts'
import { findChild, refuseDepth } from './create-folder.ts'
import { pathTaken, refuseTrash } from './save-file.ts'

/** Into another folder, under the same name; one row, whatever lies below. Its shares and documents go along. */
export function moveEntry(ctx: OrgContext, { source_path, dest_path }: PlaceEntry, actor: Actor): Promise<Listed> {
  return ctx.transaction(async (ctx) => {
    refuseRoot(source_path, 'source_path')
    await lockTree(ctx, 'exclusive')
    const source = await requireEntry(ctx, actor, source_path, 'write')
    const dest = await requireFolder(ctx, actor, dest_path, 'write')
    await refuseDestination(ctx, source, dest)
    const row = await writePlace(ctx, source.entry, { parent_id: dest.entry.id })
    const moved = await describeEntry(ctx, row, childPath(dest.path, row.name))
    await ctx.emit(storageFileMoved, presentEntryEvent(moved, source_path))
    return moved
  })
}

export function refuseRoot(path: string, field = 'path'): void {
  if (path === '/') throw fieldError(field, 'This cannot be done with the root')
}

export const nameTaken = () => pathTaken('Something of this name is there already')

/** What a move and a copy both cannot do. */
export async function refuseDestination(ctx: OrgContext, source: LocatedEntry, dest: LocatedEntry): Promise<void> {
  refuseTrash(source, 'source_path')
  refuseTrash(dest, 'dest_path')
  if (dest.line.some(({ id }) => id === source.entry.id))
    throw fieldError('dest_path', 'A folder cannot be put into itself')
  if (await findChild(ctx, dest.entry.id, source.entry.name)) throw nameTaken()
  refuseDepth(namesOf(dest.path).length + 1 + (await heightOf(ctx, source.entry)), 'dest_path')
}

/** How many levels of entries lie below; only folders are walked. */
async function heightOf(ctx: OrgContext, { id, type }: EntryRow): Promise<number> {
  if (type === 'file') return 0
  const { rows } = await ctx.db.execute<{ height: number }>(sql`
    ${below(ctx, id, sql`e.type = 'folder'`)}
    select max(depth) as height from tree`)
  return (rows[0]?.height ?? 0) + 1
}

export async function writePlace(
  ctx: OrgContext,
  { id }: EntryRow,
  values: Partial<Pick<EntryRow, 'parent_id' | 'name' | 'trashed_at' | 'original_name'>>,
): Promise<EntryRow> {
  const [row] = await ctx.db
    .update(storageEntries)
    .set(values)
    .where(and(eq(storageEntries.organization_id, ctx.organization.id), eq(storageEntries.id, id)))
    .returning()
  if (!row) throw new Error('The entry was not written')
  return row
}
