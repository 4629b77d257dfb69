import { isAscii, isUtf8 } from 'node:buffer'
import { declaredEncoding } from '#platform/declared-encoding.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { eastAsianEncodingOf } from './east-asian-encoding.ts'
import { isMostlyUtf8 } from './mostly-utf8.ts'
import { singleByteEncodingOf } from './single-byte-encoding.ts'
import { Unreadable } from './unreadable.ts'
import { wideEncodingOf } from './wide-encoding.ts'

const CHUNK_BYTES = 256 * 1024
const SAMPLE_BYTES = 64 * 1024
const SAMPLE_STEP_BYTES = 4096
const MAX_WORD_BYTES = 100
const JAPANESE_MARKS = ['\u001b$B', '\u001b$@']

/** Text of any honest encoding. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

/** The same in pieces, between which others have a turn: a single-byte encoding takes its time. */
export async function decodeInTurns(bytes: Uint8Array): Promise<string> {
  await yieldToEventLoop()
  const decoder = new TextDecoder(encodingOf(bytes))
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    await yieldToEventLoop()
    pieces.push(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }))
  }
  await yieldToEventLoop()
  return pieces.join('') + decoder.decode()
}

/** What says what it is, then two bytes a letter, then UTF-8, then what the file declares, then what its letters speak for. */
function encodingOf(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes)
  if (wide) return wide
  if (isUtf8(bytes)) return isJapaneseMail(bytes) ? 'iso-2022-jp' : 'utf-8'
  // Text has no such byte; pictures and programs have it early.
  if (bytes.includes(0)) throw new Unreadable('The file is not text')
  const sample = foreignSample(bytes)
  const declared = declaredEncoding(bytes)
  if (declared && canDecode(declared, sample)) return declared
  if (isMostlyUtf8(sample)) return 'utf-8'
  return eastAsianEncodingOf(sample) ?? singleByteEncodingOf(sample)
}

/** From the first byte beyond ASCII on, because a long table may have its first name late. */
function foreignSample(bytes: Uint8Array): Uint8Array {
  let from = 0
  while (from < bytes.length && isAscii(bytes.subarray(from, from + SAMPLE_STEP_BYTES))) from += SAMPLE_STEP_BYTES
  const first = bytes.subarray(from, from + SAMPLE_STEP_BYTES).findIndex((byte) => byte >= 0x80)
  // With what comes before it in its word: "libertà" is Italian, "à" alone may be anything.
  const start = Math.max(0, from + first - MAX_WORD_BYTES)
  return bytes.subarray(start, start + SAMPLE_BYTES)
}

/** Japanese of seven bits: ASCII between marks that switch its letters. */
function isJapaneseMail(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  return JAPANESE_MARKS.some((mark) => Buffer.from(sample).includes(mark)) && canDecode('iso-2022-jp', sample)
}

function canDecode(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
