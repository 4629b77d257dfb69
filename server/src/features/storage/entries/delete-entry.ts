import type { DeletedEntry } from '#contracts/storage.ts'
import { namesOf, TRASH } from '#contracts/storage-names.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, permissionAt, requireEntry } from '../access.ts'
import { adjustDocuments } from '../documents/adjust-documents.ts'
import { storageFileDeleted } from '../events.ts'
import { isInTrash, type LocatedEntry, locateById } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { presentDeleted, presentEntryEvent } from '../present.ts'
import { deleteSharesBelow } from '../sharing/delete-shares.ts'
import type { EntryRow } from '../table.ts'
import { eraseEntry } from '../trash/erase.ts'
import { mirrorFolder } from '../trash/mirror.ts'
import { firstFree, stampOf, withTail } from '../trash/names.ts'
import { findChild } from './create-folder.ts'
import { refuseRoot, writePlace } from './move-entry.ts'

/** Moves an entry to the trash; what is in the trash already is erased. */
export function deleteEntry(ctx: OrgContext, path: string, actor: Actor): Promise<DeletedEntry> {
  return ctx.transaction(async (ctx) => {
    refuseRoot(path)
    const root = await lockTree(ctx, 'exclusive')
    const located = await requireEntry(ctx, actor, path, 'read')
    await requireParent(ctx, actor, located)
    const deleted = await describeEntry(ctx, located.entry, path)
    const trash_path = isInTrash(located) ? null : await moveToTrash(ctx, root, located)
    if (trash_path === null) await eraseEntry(ctx, located)
    await ctx.emit(storageFileDeleted, presentEntryEvent(deleted))
    return presentDeleted(path, trash_path)
  })
}

/** A teammate may empty a folder that it was given for writing, and not take it away. */
async function requireParent(ctx: OrgContext, actor: Actor, { line }: LocatedEntry): Promise<void> {
  const above = line.slice(0, -1)
  const parent = above.at(-1)
  if (!actor || !parent) return
  const access = await permissionAt(ctx, actor, { entry: parent, line: above, path: '' })
  if (access?.permission !== 'write')
    throw new AppError('forbidden', 'To delete this you would have to write in the folder above it, which you may not')
}

/** Below the same folders as before, under a name with the time in it. It is shared and indexed no more. */
async function moveToTrash(ctx: OrgContext, root: EntryRow, { entry, path }: LocatedEntry): Promise<string> {
  await deleteSharesBelow(ctx, entry.id)
  const folder = await mirrorFolder(ctx, root, namesOf(path).slice(0, -1))
  const trashed_at = ctx.now()
  const stamped = withTail(entry.name, stampOf(trashed_at), entry.type)
  const name = await firstFree(stamped, entry.type, (name) => findChild(ctx, folder.id, name))
  await writePlace(ctx, entry, { parent_id: folder.id, name, trashed_at, original_name: entry.name })
  await adjustDocuments(ctx, entry.id)
  return (await locateById(ctx, entry.id))?.path ?? TRASH
}
