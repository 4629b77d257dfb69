import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { TRASH } from '#contracts/storage-names.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findChild, insertFolder } from '../entries/create-folder.ts'
import { type EntryRow, storageEntries } from '../table.ts'
import { firstFree } from './names.ts'

/** The folder in the trash that mirrors the folder with these names; created with missing folders above it. */
export async function mirrorFolder(ctx: OrgContext, root: EntryRow, names: readonly string[]): Promise<EntryRow> {
  let folder = await findChild(ctx, root.id, TRASH)
  for (const name of names) {
    if (!folder) break
    folder = (await findMirror(ctx, folder, name)) ?? (await makeMirror(ctx, folder, name))
  }
  if (!folder) throw new Error('The trash was not found')
  return folder
}

async function findMirror(ctx: OrgContext, { id }: EntryRow, name: string): Promise<EntryRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(storageEntries)
    .where(
      and(
        eq(storageEntries.organization_id, ctx.organization.id),
        eq(storageEntries.parent_id, id),
        eq(storageEntries.type, 'folder'),
        isNull(storageEntries.trashed_at),
        sql`coalesce(${storageEntries.original_name}, ${storageEntries.name}) = ${name}`,
      ),
    )
  return row
}

/** Something deleted may have the very name that the folder needs; then the folder has another and remembers its own. */
async function makeMirror(ctx: OrgContext, { id }: EntryRow, name: string): Promise<EntryRow | undefined> {
  const free = await firstFree(name, 'folder', (name) => findChild(ctx, id, name))
  return insertFolder(ctx, id, { name: free, original_name: free === name ? null : name })
}

/** Where something in the trash was: the names below the trash, each as it was before. */
export const namesBefore = (line: readonly EntryRow[]): string[] =>
  line.slice(2).map(({ name, original_name }) => original_name ?? name)

/** Folders that only showed where something was, and now show nothing. `line` leads to what has left the trash. */
export async function pruneMirrors(ctx: OrgContext, line: readonly EntryRow[]): Promise<void> {
  const child = alias(storageEntries, 'child')
  const children = ctx.db
    .select({ one: sql`1` })
    .from(child)
    .where(and(eq(child.organization_id, ctx.organization.id), eq(child.parent_id, storageEntries.id)))
  for (const [index, { id }] of [...line.entries()].slice(2, -1).reverse()) {
    // What lies in a deleted folder belongs to it, empty or not.
    if (line.slice(2, index + 1).some(({ trashed_at }) => trashed_at !== null)) return
    const deleted = await ctx.db
      .delete(storageEntries)
      .where(
        and(eq(storageEntries.organization_id, ctx.organization.id), eq(storageEntries.id, id), notExists(children)),
      )
    if (deleted.rowCount === 0) return
  }
}
