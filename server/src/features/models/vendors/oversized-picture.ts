import { imageSize } from 'image-size'
import type { ModelRequest } from '../model-language.ts'

type Picture = { mime_type: string; data: Uint8Array }

/** Anthropic's: of a side, and of a picture as base64. Other vendors make large pictures smaller themselves. */
const MAX_SIDE_PIXELS = 8000
const MAX_MB = 7.5
/** A JPEG has its size after all that a camera writes before it; a hostile one costs 13 ms. */
const MAX_HEAD_BYTES = 128 * 1024

/** The text in place of a picture for which the vendor would refuse the call; null if the picture is accepted. */
export function oversizedPicture(model: ModelRequest['model'], isAnthropic: boolean, picture: Picture): string | null {
  if (!isAnthropic && !model.startsWith('anthropic/')) return null
  const size = sizeOf(picture)
  const isOversized =
    picture.data.length > MAX_MB * 1_000_000 || (size !== null && Math.max(size.width, size.height) > MAX_SIDE_PIXELS)
  if (!isOversized) return null
  const seen = size ? `${size.width} × ${size.height} pixels` : `${Math.ceil(picture.data.length / 1_000_000)} MB`
  return `[A picture of ${seen} is left out: you can see at most ${MAX_SIDE_PIXELS} pixels a side and ${MAX_MB} MB.]`
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
