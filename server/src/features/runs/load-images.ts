import { buffer } from 'node:stream/consumers'
import type { OrgContext } from '../organizations/context.ts'
import { openAttachedBytes } from '../storage/open-bytes.ts'
import type { RunFile } from './start-run.ts'

/** Only images go to the model; other files stay on the message. */
export function loadImages(
  ctx: OrgContext,
  files: readonly RunFile[],
): Promise<{ mime_type: string; data: Uint8Array }[]> {
  const images = files.filter(({ mime_type }) => /^image\/(png|jpe?g|gif|webp)$/.test(mime_type))
  return Promise.all(
    images.map(async (file) => ({ mime_type: file.mime_type, data: await buffer(await openAttachedBytes(ctx, file)) })),
  )
}

/** What a model reads in place of a message that has files and no text, because an empty message is refused. */
export const wordsFor = (message: string, files: readonly { name: string }[]): string =>
  message.trim() || files.length === 0 ? message : `[Attached: ${files.map(({ name }) => name).join(', ')}]`
