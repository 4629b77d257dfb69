import { buffer } from 'node:stream/consumers'
import { detectFileType } from '#platform/detect-file-type.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { openAttachedBytes } from '../../storage/bytes/open-bytes.ts'
import type { RunFile } from '../start-run.ts'

type Image = { mime_type: string; data: Uint8Array }

/** By what is found in a file; an animated PNG is one to a model. */
const READABLE = new Map([
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
])

/**
 * The images that models can read, with the type that their bytes have: phones, browsers and programs name another often enough,
 * and vendors refuse a whole request for one image that is not what it is called.
 */
export async function loadImages(ctx: OrgContext, files: readonly RunFile[]): Promise<Image[]> {
  const loaded = await Promise.all(
    files
      .filter(({ mime_type }) => mime_type.startsWith('image/'))
      .map(async (file): Promise<Image[]> => {
        const data = await buffer(await openAttachedBytes(ctx, file))
        const mime_type = READABLE.get((await detectFileType(data))?.mime ?? '')
        return mime_type ? [{ mime_type, data }] : []
      }),
  )
  return loaded.flat()
}
