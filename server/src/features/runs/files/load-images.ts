import { buffer } from 'node:stream/consumers'
import type { OrgContext } from '../../organizations/context.ts'
import { openAttachedBytes } from '../../storage/open-bytes.ts'
import type { RunFile } from '../start-run.ts'

/** The images that models can read. */
export function loadImages(
  ctx: OrgContext,
  files: readonly RunFile[],
): Promise<{ mime_type: string; data: Uint8Array }[]> {
  const images = files.filter(({ mime_type }) => /^image\/(png|jpe?g|gif|webp)$/.test(mime_type))
  return Promise.all(
    images.map(async (file) => ({ mime_type: file.mime_type, data: await buffer(await openAttachedBytes(ctx, file)) })),
  )
}
