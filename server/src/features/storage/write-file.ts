import { isUploadable, MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { EntryName } from '#contracts/storage-path.ts'
import { AppError } from '#platform/error.ts'
import { fieldError, issuesOf, validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Actor, requireAccess } from './access.ts'
import { type StagedBytes, stageBytes } from './bytes/stage-bytes.ts'
import { ensureFolder } from './entries/create-folder.ts'
import { pathTaken, saveFile } from './entries/save-file.ts'
import { findNearest, locateByPath } from './find-entry.ts'
import { lockTree } from './lock-tree.ts'
import type { Listed } from './present.ts'

export const exists = () => pathTaken('File already exists')

/** New names must be good ones; a path alone may also lead to what nobody could make. */
export function refuseNames(names: readonly string[]): void {
  for (const name of names) {
    const fault = EntryName.safeParse(name).error
    if (fault) throw validationError(issuesOf(fault, 'path'))
  }
}

type Written = { names: readonly string[]; must_be_new: boolean; stage: () => Promise<StagedBytes> }

/** A file under a path, with the folders that it names; over what is there, unless it must be new. */
export async function writeFile(
  ctx: OrgContext,
  { names, must_be_new, stage }: Written,
  actor: Actor,
): Promise<{ entry: Listed; created: boolean }> {
  const name = names.at(-1) ?? ''
  const folder = joinPath(names.slice(0, -1))
  // Asked before the bytes are stored, and again once nothing can come between.
  await requireAccess(ctx, actor, await findNearest(ctx, folder), 'write')
  if (must_be_new && (await locateByPath(ctx, joinPath(names)))) throw exists()
  await using staged = await stage()
  const bytes = await staged.store()
  // Awaited here, because a failure while the staged bytes are released would be unhandled.
  return await ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'shared')
    await requireAccess(ctx, actor, await findNearest(ctx, folder), 'write')
    return saveFile(ctx, await ensureFolder(ctx, folder), name, bytes, { must_be_new })
  })
}

type Outside = {
  path: string
  /** Fetched once it is known that they may be written there. */
  bytes: Buffer | (() => Promise<Buffer>)
  must_be_new?: boolean
}

/** A file of bytes that came from outside. */
export async function writeBytes(
  ctx: OrgContext,
  { path, bytes, must_be_new = true }: Outside,
  actor: Actor,
): Promise<Listed> {
  const names = namesOf(path)
  refuseNames(names)
  if (!isUploadable(names.at(-1) ?? '')) throw fieldError('path', 'Files of this type are not kept here')
  const stage = async () => stageBytes(ctx, withinLimit(typeof bytes === 'function' ? await bytes() : bytes))
  return (await writeFile(ctx, { names, must_be_new, stage }, actor)).entry
}

function withinLimit(bytes: Buffer): Buffer {
  if (bytes.length > MAX_FILE_BYTES) throw new AppError('too_large', 'A file has at most 10 MB')
  return bytes
}
