import type { ChangeContent } from '#contracts/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireFile } from '../access.ts'
import { findChild } from '../entries/create-folder.ts'
import { refuseTrash, saveFile } from '../entries/save-file.ts'
import { findFolder } from '../find-entry.ts'
import { lockTree } from '../lock-tree.ts'
import type { Listed } from '../present.ts'
import { refuseUneditable } from './show-content.ts'
import { stageText } from './stage-text.ts'

/** A new text for a file that is there; refused where the editor's text is not of the file's last state. */
export async function changeContent(ctx: OrgContext, change: ChangeContent, actor: Actor): Promise<Listed> {
  await findUnchanged(ctx, change, actor)
  await using staged = await stageText(ctx, change.content)
  const bytes = await staged.store()
  // Awaited here, because a failure while the staged bytes are released would be unhandled.
  return await ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'shared')
    const folder = await findFolder(ctx, joinPath(namesOf(change.path).slice(0, -1)))
    const name = namesOf(change.path).at(-1) ?? ''
    // Two editors who save at once take turns, so that the second gets a conflict.
    await findChild(ctx, folder.entry.id, name, { hold: true })
    await findUnchanged(ctx, change, actor)
    return (await saveFile(ctx, folder, name, bytes)).entry
  })
}

async function findUnchanged(ctx: OrgContext, { path, modified_at }: ChangeContent, actor: Actor) {
  const place = await requireFile(ctx, actor, path, 'write')
  refuseTrash(place)
  refuseUneditable(place.entry.name)
  if (modified_at !== undefined && new Date(modified_at).getTime() !== place.entry.modified_at.getTime())
    throw new AppError('conflict', 'The file was changed meanwhile', {
      code: 'STORAGE_CONTENT_CHANGED',
      data: { modified_at: place.entry.modified_at.toISOString() },
    })
  return place
}
