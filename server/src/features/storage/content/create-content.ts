import { editableName } from '#contracts/file-types.ts'
import type { CreateContent } from '#contracts/storage.ts'
import { EntryName, joinPath, namesOf } from '#contracts/storage-path.ts'
import { issuesOf, validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { ensureFolder } from '../create-folder.ts'
import { findPlace } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import type { Listed } from '../present.ts'
import { pathTaken, saveFile } from '../save-file.ts'
import { refuseUneditable } from './show-content.ts'
import { stageText } from './stage-text.ts'

/** A new text, with the folders that its path names; a folder alone where the path ended with a slash. */
export async function createContent(ctx: OrgContext, { path, is_folder, content }: CreateContent): Promise<Listed> {
  const names = namesOf(path)
  for (const name of names) {
    const fault = EntryName.safeParse(name).error
    if (fault) throw validationError(issuesOf(fault, 'path'))
  }
  if (is_folder) return createFolders(ctx, path)

  const name = editableName(names.at(-1) ?? '')
  refuseUneditable(name)
  const folder = joinPath(names.slice(0, -1))
  await using staged = await stageText(ctx, content)
  // Asked before the bytes are stored, and again once nothing can come between.
  if (await findPlace(ctx, joinPath([...names.slice(0, -1), name]))) throw exists()
  const bytes = await staged.store()
  // Waited for here: while what was staged is given up, nobody else would hear a failure.
  return await ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'along')
    const place = await ensureFolder(ctx, folder)
    return (await saveFile(ctx, place, name, bytes, { must_be_new: true })).entry
  })
}

const exists = () => pathTaken('File already exists')

function createFolders(ctx: OrgContext, path: string): Promise<Listed> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'alone')
    if (await findPlace(ctx, path)) throw exists()
    return describeEntry(ctx, (await ensureFolder(ctx, path)).entry, path)
  })
}
