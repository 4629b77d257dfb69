import { AppError } from '#platform/error.ts'
import { withHint } from '../../storage/storage-tool.ts'
import { writeBytes } from '../../storage/write-file.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { ProviderRefused } from './account.ts'

/** A file in the storage, where the teammate may write. */
export async function saveBytes(
  { ctx, teammate }: ToolScope,
  path: string,
  bytes: Buffer | (() => Promise<Buffer>),
  { must_be_new = true } = {},
) {
  try {
    return await writeBytes(ctx, { path, bytes, must_be_new }, teammate)
  } catch (error) {
    // What is fetched on the way is refused by someone else.
    throw error instanceof AppError && !(error instanceof ProviderRefused) ? withHint(error) : error
  }
}
