import { buffer } from 'node:stream/consumers'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { reachFile } from '../../storage/access.ts'
import { openBytes } from '../../storage/open-bytes.ts'
import { advised } from '../../storage/storage-tool.ts'
import { writeBytes } from '../../storage/write-file.ts'
import type { ToolScope } from '../../teammates/tool-scope.ts'
import { ProviderRefused } from './account.ts'

export type StoredFile = { name: string; type: string; bytes: Buffer }

/** Files of the storage as far as the teammate may read them, so many bytes together at most. */
export function readFiles({ ctx, teammate }: ToolScope, paths: readonly string[], most: number): Promise<StoredFile[]> {
  return asStorageSays(async () => {
    const places = await Promise.all(paths.map((path) => reachFile(ctx, teammate, path, 'read')))
    const size = places.reduce((sum, { entry }) => sum + entry.size, 0)
    if (size > most) throw new AppError('too_large', `The files have more than ${most / 1024 / 1024} MB together`)
    const files: StoredFile[] = []
    for (const { entry } of places)
      files.push({ name: entry.name, type: mimeTypeOf(entry.name), bytes: await buffer(await openBytes(ctx, entry)) })
    return files
  })
}

/** A file in the storage, where the teammate may write. */
export function saveBytes(
  { ctx, teammate }: ToolScope,
  path: string,
  bytes: Buffer | (() => Promise<Buffer>),
  { must_be_new = true } = {},
) {
  return asStorageSays(() => writeBytes(ctx, { path, bytes, must_be_new }, teammate))
}

async function asStorageSays<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // What is fetched on the way is refused by somebody else.
    throw error instanceof AppError && !(error instanceof ProviderRefused) ? advised(error) : error
  }
}
