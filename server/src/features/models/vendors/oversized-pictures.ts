import { imageSize } from 'image-size'
import type { ModelRequest } from '../model-language.ts'

type Picture = { mime_type: string; data: Uint8Array }

/**
 * Anthropic's: of a side, of a picture as base64, and of a whole request, which leaves room for its texts. Other vendors make
 * large pictures smaller themselves.
 */
const MAX_SIDE_PIXELS = 8000
/** Of a side, where a request has more pictures than these. */
const MAX_SIDE_PIXELS_OF_MANY = 2000
const MANY_PICTURES = 20
const MAX_MB = 7.5
const MAX_TOTAL_MB = 21
/** A JPEG has its size after all that a camera writes before it; a hostile one costs 13 ms. */
const MAX_HEAD_BYTES = 128 * 1024

/** The texts in place of pictures for which the vendor would refuse the call; null for those that it accepts. */
export function oversizedPictures(
  model: ModelRequest['model'],
  isAnthropic: boolean,
  pictures: readonly Picture[],
): (string | null)[] {
  if (!isAnthropic && !model.startsWith('anthropic/')) return pictures.map(() => null)
  const maxSide = pictures.length > MANY_PICTURES ? MAX_SIDE_PIXELS_OF_MANY : MAX_SIDE_PIXELS
  let bytesLeft = MAX_TOTAL_MB * 1_000_000
  return pictures.map((picture) => {
    const { length } = picture.data
    const size = sizeOf(picture)
    const seen = size ? `${size.width} × ${size.height} pixels` : `${Math.ceil(length / 1_000_000)} MB`
    if (length > MAX_MB * 1_000_000 || (size !== null && Math.max(size.width, size.height) > maxSide))
      return `[A picture of ${seen} is left out: you can see at most ${maxSide} pixels a side and ${MAX_MB} MB.]`
    if (length > bytesLeft)
      return `[A picture of ${seen} is left out: you can see at most ${MAX_TOTAL_MB} MB of pictures at once.]`
    bytesLeft -= length
    return null
  })
}

type Size = { width: number; height: number }

/** Cached by its bytes, because each round of tools sends the picture again. */
const sizes = new WeakMap<Uint8Array, Size | 'unknown'>()

function sizeOf({ data }: Picture): Size | null {
  const size = sizes.get(data) ?? readSize(data)
  sizes.set(data, size)
  return size === 'unknown' ? null : size
}

function readSize(data: Uint8Array): Size | 'unknown' {
  try {
    // Its readers cut what they have read off the front, which copies an array and not a buffer.
    return imageSize(Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, MAX_HEAD_BYTES)))
  } catch {
    return 'unknown'
  }
}
