import { and, eq } from 'drizzle-orm'
import type { CreateFolder } from '#contracts/storage.ts'
import { MAX_DEPTH, namesOf } from '#contracts/storage-names.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { storageFileCreated } from '../events.ts'
import { findFolder, type LocatedEntry, locateByPath, noSuchPath } from '../find-entry.ts'
import { lockTree } from '../lock-tree.ts'
import { childPath, type Listed, presentEntryEvent } from '../present.ts'
import { type EntryRow, storageEntries } from '../table.ts'
import { pathTaken, refuseTrash } from './save-file.ts'

export function createFolder(ctx: OrgContext, { name, path }: CreateFolder): Promise<Listed> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'shared')
    const folder = await makeFolder(ctx, await findFolder(ctx, path), name)
    if (!folder) throw pathTaken('Something of this name already exists')
    return folder
  })
}

/** Null where the name is taken. The tree is locked. */
async function makeFolder(ctx: OrgContext, parent: LocatedEntry, name: string): Promise<Listed | null> {
  refuseTrash(parent)
  refuseDepth(namesOf(parent.path).length + 1)
  const row = await insertFolder(ctx, parent.entry.id, { name })
  if (!row) return null
  const folder = { ...row, path: childPath(parent.path, name), shared: false, state: null }
  await ctx.emit(storageFileCreated, presentEntryEvent(folder))
  return folder
}

export async function insertFolder(
  ctx: OrgContext,
  parent_id: string,
  values: Pick<EntryRow, 'name'> & Partial<EntryRow>,
): Promise<EntryRow | undefined> {
  const now = ctx.now()
  const common = { organization_id: ctx.organization.id, parent_id, created_at: now, modified_at: now }
  const [row] = await ctx.db
    .insert(storageEntries)
    .values({ ...common, ...values, type: 'folder' })
    .onConflictDoNothing()
    .returning()
  return row
}

/** The folder of this path, made with all that is missing above it. The tree is locked. */
export async function ensureFolder(ctx: OrgContext, path: string): Promise<LocatedEntry> {
  const located = await locateByPath(ctx, path)
  if (located) {
    if (located.entry.type !== 'folder') throw pathTaken('There is a file where a folder is needed')
    return located
  }
  const names = namesOf(path)
  const name = names.at(-1)
  if (name === undefined) throw noSuchPath()
  const parent = await ensureFolder(ctx, names.length > 1 ? names.slice(0, -1).join('/') : '/')
  const made = await makeFolder(ctx, parent, name)
  // Someone else has made it at the same moment.
  const entry = made ?? (await findChild(ctx, parent.entry.id, name))
  if (!entry) throw noSuchPath()
  if (entry.type !== 'folder') throw pathTaken('There is a file where a folder is needed')
  return { entry, line: [...parent.line, entry], path }
}

/** Held until the transaction ends where someone is about to change it. */
export async function findChild(
  ctx: OrgContext,
  parent_id: string,
  name: string,
  { hold = false } = {},
): Promise<EntryRow | undefined> {
  const found = ctx.db
    .select()
    .from(storageEntries)
    .where(
      and(
        eq(storageEntries.organization_id, ctx.organization.id),
        eq(storageEntries.parent_id, parent_id),
        eq(storageEntries.name, name),
      ),
    )
  const [row] = await (hold ? found.for('no key update') : found)
  return row
}

export function refuseDepth(depth: number, field = 'path'): void {
  if (depth > MAX_DEPTH) throw fieldError(field, `Folders go at most ${MAX_DEPTH} deep`)
}
