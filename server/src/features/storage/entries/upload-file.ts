import type { z } from 'zod'
import { isUploadable } from '#contracts/file-types.ts'
import type { UploadFields } from '#contracts/storage.ts'
import { EntryName } from '#contracts/storage-path.ts'
import { fieldError, issuesOf, validationError } from '#platform/http/errors.ts'
import type { Upload } from '#platform/route.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type StagedBytes, stageBytes } from '../bytes/stage-bytes.ts'
import { findFolder } from '../find-entry.ts'
import { lockTree } from '../lock-tree.ts'
import { saveFile } from './save-file.ts'

/** Takes a form's file in; what is refused is refused before a byte of it is read. */
export async function uploadFile(ctx: OrgContext, upload: Upload<z.output<typeof UploadFields>>) {
  const form = await upload.receive(({ name, bytes }) => {
    uploadName(name)
    return stageBytes(ctx, bytes)
  })
  return storeUpload(ctx, { path: form.fields.path, name: uploadName(form.name), staged: form.file })
}

function uploadName(text: string): string {
  const name = EntryName.safeParse(text)
  if (!name.success) throw validationError(issuesOf(name.error, 'file'))
  if (!isUploadable(name.data)) throw fieldError('file', 'Files of this type cannot be uploaded')
  return name.data
}

/** The bytes lie in the store before any row names them. */
async function storeUpload(
  ctx: OrgContext,
  { path, name, staged }: { path: string; name: string; staged: StagedBytes },
) {
  await using taken = staged
  // Asked before the bytes are stored as well, so that a mistyped path costs nothing.
  if (path !== '/') await findFolder(ctx, path)
  const bytes = await taken.store()
  // Awaited here, because a failure while the staged bytes are released would be unhandled.
  return await ctx.transaction(async (ctx) => {
    const root = await lockTree(ctx, 'shared')
    const folder = path === '/' ? { entry: root, line: [root], path } : await findFolder(ctx, path)
    return saveFile(ctx, folder, name, bytes)
  })
}
