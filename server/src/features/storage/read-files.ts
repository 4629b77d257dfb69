import { buffer } from 'node:stream/consumers'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import type { ToolScope } from '../teammates/tools/tool-scope.ts'
import { requireFile } from './access.ts'
import { openBytes } from './bytes/open-bytes.ts'
import { withHint } from './storage-tool.ts'

export type StoredFile = { name: string; type: string; bytes: Buffer }

/** Files of the storage as far as the teammate may read them, so many bytes together at most. */
export async function readFiles(
  { ctx, teammate }: ToolScope,
  paths: readonly string[],
  maxBytes: number,
): Promise<StoredFile[]> {
  try {
    const places = await Promise.all(paths.map((path) => requireFile(ctx, teammate, path, 'read')))
    const size = places.reduce((sum, { entry }) => sum + entry.size, 0)
    if (size > maxBytes)
      throw new AppError('too_large', `The files have more than ${maxBytes / 1024 / 1024} MB together`)
    const files: StoredFile[] = []
    for (const { entry } of places)
      files.push({ name: entry.name, type: mimeTypeOf(entry.name), bytes: await buffer(await openBytes(ctx, entry)) })
    return files
  } catch (error) {
    throw error instanceof AppError ? withHint(error) : error
  }
}
