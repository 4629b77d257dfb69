import { joinPath, TRASH } from '#contracts/storage-names.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { adjustDocuments } from '../documents/adjust-documents.ts'
import { ensureFolder, findChild } from '../entries/create-folder.ts'
import { writePlace } from '../entries/move-entry.ts'
import { storageFileMoved } from '../events.ts'
import { findEntry, isInTrash } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { childPath, type Listed, presentEntryEvent } from '../present.ts'
import { namesBefore, pruneMirrors } from './mirror.ts'
import { firstFree } from './names.ts'

/** Back to where it was, its folders made again if they are gone; beside what has taken its name since. */
export function restoreEntry(ctx: OrgContext, path: string): Promise<Listed> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'exclusive')
    const place = await findEntry(ctx, path)
    const { entry, line } = place
    if (!isInTrash(place) || !line.some(({ trashed_at }) => trashed_at !== null))
      throw fieldError('path', `Only what was deleted can be restored, by its path in ${TRASH}`)
    const names = namesBefore(line)
    const folder = await ensureFolder(ctx, joinPath(names.slice(0, -1)))
    const name = await firstFree(names.at(-1) ?? entry.name, entry.type, (name) =>
      findChild(ctx, folder.entry.id, name),
    )
    const row = await writePlace(ctx, entry, {
      parent_id: folder.entry.id,
      name,
      trashed_at: null,
      original_name: null,
    })
    await pruneMirrors(ctx, line)
    await adjustDocuments(ctx, entry.id)
    const restored = await describeEntry(ctx, row, childPath(folder.path, name))
    await ctx.emit(storageFileMoved, presentEntryEvent(restored, path))
    return restored
  })
}
