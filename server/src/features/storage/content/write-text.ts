import { editableName } from '#contracts/file-types.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { EntryName } from '#contracts/storage-path.ts'
import { issuesOf, validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireAccess } from '../access.ts'
import { ensureFolder } from '../entries/create-folder.ts'
import { pathTaken, saveFile } from '../entries/save-file.ts'
import { findNearest, findPlace } from '../find-entry.ts'
import { lockTree } from '../lock-tree.ts'
import type { Listed } from '../present.ts'
import { refuseUneditable } from './show-content.ts'
import { stageText } from './stage-text.ts'

export const exists = () => pathTaken('File already exists')

/** New names must be good ones; a path alone may also lead to what nobody could make. */
export function refuseNames(names: readonly string[]): void {
  for (const name of names) {
    const fault = EntryName.safeParse(name).error
    if (fault) throw validationError(issuesOf(fault, 'path'))
  }
}

/** A text under a path, with the folders that it names; over what is there, unless it must be new. */
export async function writeText(
  ctx: OrgContext,
  { path, content, must_be_new }: { path: string; content: string; must_be_new: boolean },
  actor: Actor,
): Promise<{ entry: Listed; created: boolean }> {
  const names = namesOf(path)
  refuseNames(names)
  const name = editableName(names.at(-1) ?? '')
  refuseUneditable(name)
  const folder = joinPath(names.slice(0, -1))
  // Asked before the bytes are stored, and again once nothing can come between.
  await requireAccess(ctx, actor, await findNearest(ctx, folder), 'write')
  if (must_be_new && (await findPlace(ctx, joinPath([...names.slice(0, -1), name])))) throw exists()
  await using staged = await stageText(ctx, content)
  const bytes = await staged.store()
  // Waited for here: while what was staged is given up, nobody else would hear a failure.
  return await ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'shared')
    await requireAccess(ctx, actor, await findNearest(ctx, folder), 'write')
    return saveFile(ctx, await ensureFolder(ctx, folder), name, bytes, { must_be_new })
  })
}
