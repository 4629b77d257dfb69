import type { CreateContent } from '#contracts/storage.ts'
import { namesOf } from '#contracts/storage-names.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireAccess } from '../access.ts'
import { ensureFolder } from '../entries/create-folder.ts'
import { findNearest, locateByPath } from '../find-entry.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import type { Listed } from '../present.ts'
import { exists, refuseNames } from '../write-file.ts'
import { writeText } from './write-text.ts'

/** A new text, with the folders that its path names; a folder alone where the path ended with a slash. */
export async function createContent(
  ctx: OrgContext,
  { path, is_folder, content }: CreateContent,
  actor: Actor,
): Promise<Listed> {
  if (is_folder && content !== '')
    throw fieldError('content', 'A path that ends with a slash is a folder and has no content')
  if (is_folder) return createFolders(ctx, path, actor)
  return (await writeText(ctx, { path, content, must_be_new: true }, actor)).entry
}

function createFolders(ctx: OrgContext, path: string, actor: Actor): Promise<Listed> {
  refuseNames(namesOf(path))
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'exclusive')
    await requireAccess(ctx, actor, await findNearest(ctx, path), 'write')
    if (await locateByPath(ctx, path)) throw exists()
    return describeEntry(ctx, (await ensureFolder(ctx, path)).entry, path)
  })
}
