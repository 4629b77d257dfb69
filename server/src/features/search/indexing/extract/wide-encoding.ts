import { isUtf8 } from 'node:buffer'

const SAMPLE_BYTES = 4000
/** Blanks, digits and line ends alone are more of a text. */
const MIN_ZEROS = 0.02
/** A few bytes of a program have one or two by chance. */
const MIN_ZERO_BYTES = 3
/** A few letters of Chinese end with a zero too. */
const MAX_OTHER_ZEROS = 0.4
/** Alphabets have their first byte below it. */
const ALPHABETS = 0x20
const MIN_ALPHABETIC = 0.7
/** Of no text: letters that nobody has assigned, and control characters. */
const NO_TEXT = /[\p{Cn}\p{Co}\p{Cs}]|[^\P{Cc}\t\n\f\r]/u

export type WideEncoding = 'utf-16le' | 'utf-16be'

/**
 * By its mark, or by its ASCII characters, of which every second byte is zero, as in what some programs save as "Unicode". In
 * languages of other letters these are blanks, digits and line ends.
 */
export function wideEncodingOf(bytes: Uint8Array): WideEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, Math.min(SAMPLE_BYTES, bytes.length - (bytes.length % 2)))
  const even = sample.filter((_, index) => index % 2 === 0)
  const odd = sample.filter((_, index) => index % 2 === 1)
  const isLittle = zerosOf(odd) > zerosOf(even)
  const [first, second] = isLittle ? [odd, even] : [even, odd]
  const zeros = zerosOf(first)
  const isFew = zeros < Math.max(MIN_ZERO_BYTES, sample.length * MIN_ZEROS)
  if (isFew || zerosOf(second) > zeros * MAX_OTHER_ZEROS) return null
  // Bytes of an alphabet are ASCII too, and zeros between other words of ASCII are no letters.
  const alphabetic = first.filter((byte) => byte < ALPHABETS).length
  if (isUtf8(sample) && alphabetic < first.length * MIN_ALPHABETIC) return null
  const encoding = isLittle ? 'utf-16le' : 'utf-16be'
  return NO_TEXT.test(new TextDecoder(encoding).decode(sample, { stream: true })) ? null : encoding
}

const zerosOf = (bytes: Uint8Array): number => bytes.filter((byte) => byte === 0).length
