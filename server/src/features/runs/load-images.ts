import { buffer } from 'node:stream/consumers'
import type { OrgContext } from '../organizations/context.ts'
import type { RunFile } from './start-run.ts'

type File = RunFile

/** Only images go to the model; other files stay on the message. */
export function loadImages(ctx: OrgContext, files: File[]): Promise<{ mime_type: string; data: Uint8Array }[]> {
  const images = files.filter(({ mime_type }) => /^image\/(png|jpe?g|gif|webp)$/.test(mime_type))
  return Promise.all(images.map(async (file) => ({ mime_type: file.mime_type, data: await readFile(ctx, file) })))
}

/** What a model is told of a message that has files and no words: a message without any content would be none. */
export const wordsFor = (message: string, files: { name: string }[]): string =>
  message.trim() || files.length === 0 ? message : `[Attached: ${files.map(({ name }) => name).join(', ')}]`

async function readFile(ctx: OrgContext, { hash, is_encrypted }: File): Promise<Buffer> {
  const { blobs, sealed_blobs } = ctx.ports
  const store = is_encrypted ? sealed_blobs : blobs
  if (!store) throw new Error('The attachment is encrypted, and OBJECT_STORE_ENCRYPTION_KEY is not set')
  return buffer(await store.open(hash))
}
