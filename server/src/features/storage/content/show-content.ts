import { isEditable } from '#contracts/file-types.ts'
import type { FileContent } from '#contracts/storage.ts'
import { AppError } from '#platform/error.ts'
import { fieldError } from '#platform/http/errors.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireFile } from '../access.ts'
import { readBytes } from '../bytes/open-bytes.ts'

export function refuseUneditable(name: string): void {
  if (!isEditable(name)) throw fieldError('path', 'Files of this type cannot be edited as text')
}

export async function showContent(ctx: OrgContext, path: string, actor: Actor): Promise<FileContent> {
  const { entry } = await requireFile(ctx, actor, path, 'read')
  refuseUneditable(entry.name)
  const bytes = await readBytes(ctx, entry)
  const { size, modified_at } = entry
  return { path, size, modified_at: modified_at.toISOString(), content: await textOf(bytes) }
}

/** Bytes in another encoding would be damaged by the first save. */
async function textOf(bytes: Buffer): Promise<string> {
  await yieldToEventLoop()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('unprocessable', 'The file is not UTF-8 text', { cause })
  }
}
