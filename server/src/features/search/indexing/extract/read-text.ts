import { isUtf8 } from 'node:buffer'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { eastAsianEncodingOf } from './east-asian-encoding.ts'
import { Unreadable } from './unreadable.ts'

const CHUNK_BYTES = 256 * 1024

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

/** What says what it is, then two bytes a letter, then UTF-8, then the older one that its letters speak for. */
function encodingOf(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes)
  if (wide) return wide
  if (isUtf8(bytes)) return 'utf-8'
  // Text has no such byte; pictures and programs have it early.
  if (bytes.includes(0)) throw new Unreadable('The file is not text')
  return eastAsianEncodingOf(bytes) ?? (looksRussian(bytes) ? 'windows-1251' : 'windows-1252')
}

const SAMPLE = 4000

/** By its mark, or where every second byte is nearly always zero, as in what some programs save as "Unicode". */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2))
  if (odd > 0.7 && even < 0.05) return 'utf-16le'
  return even > 0.7 && odd < 0.05 ? 'utf-16be' : null
}

/** In windows-1251 Russian words are runs of high bytes; in western text a high byte stands alone among plain letters. */
function looksRussian(bytes: Uint8Array): boolean {
  let high = 0
  let beside = 0
  for (const [index, byte] of bytes.subarray(0, 100_000).entries()) {
    if (byte < 0xc0) continue
    high++
    if ((bytes[index + 1] ?? 0) >= 0xc0) beside++
  }
  return beside * 2 > high
}
