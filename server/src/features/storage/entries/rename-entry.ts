import { extensionOf, isEditable, isUploadable } from '#contracts/file-types.ts'
import type { RenameEntry } from '#contracts/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireEntry } from '../access.ts'
import { queueDocument } from '../documents/queue-document.ts'
import { storageFileRenamed } from '../events.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { type Listed, presentEntryEvent } from '../present.ts'
import { findChild } from './create-folder.ts'
import { refuseRoot, writePlace } from './move-entry.ts'
import { pathTaken, refuseTrash } from './save-file.ts'

/** In place; one row, whatever lies below. */
export function renameEntry(ctx: OrgContext, { path, new_name }: RenameEntry, actor: Actor): Promise<Listed> {
  return ctx.transaction(async (ctx) => {
    refuseRoot(path)
    await lockTree(ctx, 'exclusive')
    const place = await requireEntry(ctx, actor, path, 'write')
    refuseTrash(place)
    const { entry } = place
    if (entry.type === 'file' && !isUploadable(new_name) && !isEditable(new_name))
      throw fieldError('new_name', 'Files of this type are not kept here')
    const parent_id = entry.parent_id ?? ''
    if (await findChild(ctx, parent_id, new_name)) throw pathTaken('Something of this name already exists')
    const row = await writePlace(ctx, entry, { name: new_name })
    if (row.type === 'file') await moveDocument(ctx, entry, row)
    const renamed = await describeEntry(ctx, row, joinPath([...namesOf(path).slice(0, -1), new_name]))
    await ctx.emit(storageFileRenamed, presentEntryEvent(renamed, path))
    return renamed
  })
}

/** The index knows a document by its row and its bytes; only another kind of file makes it another document. */
async function moveDocument(ctx: OrgContext, before: Named, after: Named & Parameters<typeof queueDocument>[1]) {
  if (extensionOf(before.name) !== extensionOf(after.name)) await queueDocument(ctx, after)
}

type Named = { name: string }
