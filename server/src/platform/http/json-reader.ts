import { isAscii, isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { beginningOf, type LargeText, largeText } from '../large-text.ts'
import { parseJson } from '../parse-json.ts'
import { type GrowingBytes, growingBytes } from './growing-bytes.ts'
import {
  type BodyReader,
  bodyTooComplex,
  bodyTooLarge,
  joined,
  MAX_STRING_BYTES,
  MB,
  malformedBody,
} from './read-body.ts'

const MAX_VALUES = 50_000
const MAX_DEPTH = 100
/** Everything but long strings; it is parsed in one go. */
const MAX_FRAME_BYTES = 4 * MB
/** Strings beyond this are decoded while they arrive and stand in the frame as a placeholder. */
const LONG_STRING_BYTES = 1024
const DECODE_CHUNK_BYTES = 16 * 1024
/** So much of a string is put together at once. */
const MAX_GATHERED_BYTES = 16 * MB

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_U = 0x75

/**
 * Reads JSON of any size without ever holding the event loop. One pass over each chunk counts values and depth and finds
 * the strings; long ones are decoded piece by piece, and what is left, the frame, is small enough for `JSON.parse`. With
 * `maxTextBytes` the long strings that do not fit into so much together are left out, and a `LargeText` takes their place.
 */
export function jsonReader({ maxTextBytes }: { maxTextBytes?: number } = {}): BodyReader {
  const frame = createFrame()
  const marker = `${randomUUID()}:`
  const longStrings: (string | LargeText)[] = []
  const gathered = growingBytes()
  let textBytesLeft = maxTextBytes ?? Number.POSITIVE_INFINITY
  let values = 1
  let depth = 0
  let isEmpty = true
  /** The string that is being read: not yet known to be long, or long. */
  let string: StringPieces | null = null
  let isEscaped = false

  /** Goes through a string's bytes from `start`; returns the index of its closing quote, or -1 where the chunk ends. */
  function endOfString(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      if (isEscaped) isEscaped = false
      else if (chunk[at] === BACKSLASH) isEscaped = true
      else if (chunk[at] === QUOTE) return at
    }
    return -1
  }

  function finishString(pieces: StringPieces): void {
    const short = pieces.valueIfShort()
    frame.add(short ?? Buffer.from(`"${marker}${longStrings.length}"`))
    if (short) return
    const text = pieces.finish()
    if (typeof text === 'string') textBytesLeft -= pieces.size
    longStrings.push(text)
  }

  function write(chunk: Buffer): void {
    let at = 0
    if (string) {
      const end = endOfString(chunk, 0)
      string.add(chunk.subarray(0, end < 0 ? chunk.length : end))
      if (end < 0) return
      finishString(string)
      string = null
      at = end + 1
    }
    let frameStart = at
    for (; at < chunk.length; at++) {
      switch (chunk[at]) {
        case QUOTE: {
          const start = at + 1
          const end = endOfString(chunk, start)
          if (end >= 0 && end - start <= LONG_STRING_BYTES) {
            at = end
            break
          }
          frame.add(chunk.subarray(frameStart, at))
          const pieces = stringPieces(gathered, { maxBytes: textBytesLeft, canBeDropped: maxTextBytes !== undefined })
          pieces.add(chunk.subarray(start, end < 0 ? chunk.length : end))
          if (end < 0) {
            string = pieces
            isEmpty = false
            return
          }
          finishString(pieces)
          at = end
          frameStart = end + 1
          break
        }
        case 0x5b: // [
        case 0x7b: // {
          depth++
          values++
          if (depth > MAX_DEPTH) throw bodyTooComplex()
          break
        case 0x5d: // ]
        case 0x7d: // }
          depth--
          break
        case 0x2c: // ,
          values++
          break
      }
    }
    isEmpty &&= chunk.length === 0
    if (values > MAX_VALUES) throw bodyTooComplex()
    frame.add(chunk.subarray(frameStart))
  }

  return {
    write,
    end() {
      if (isEmpty) return undefined
      if (string) throw malformedBody('The body is not valid JSON')
      return restore(parse(frame.text()), marker, longStrings)
    },
  }
}

function createFrame() {
  const bytes = growingBytes()
  return {
    add(part: Uint8Array) {
      if (bytes.length + part.length > MAX_FRAME_BYTES) throw bodyTooComplex()
      bytes.add(part)
    },
    text: () => decodeUtf8(bytes.view()).replace(/^\uFEFF/, ''),
  }
}

type StringPieces = ReturnType<typeof stringPieces>

/**
 * One string's bytes, decoded as they come once it is known to be long; beyond `maxBytes` all but its beginning is dropped where that
 * is allowed. What is ASCII, as files are, is put together in `gathered`, which the next string uses again: the engine would hold it
 * twice, in pieces and joined, until it collects the whole heap.
 */
function stringPieces(gathered: GrowingBytes, { maxBytes, canBeDropped }: { maxBytes: number; canBeDropped: boolean }) {
  const undecoded = growingBytes()
  let text = ''
  let size = 0
  let isTooLarge = false

  function decode(end: number): void {
    // Also decoded where it is dropped: malformed JSON is refused wherever it is.
    const encoded = undecoded.view().subarray(0, end)
    const piece = parse(`"${decodeUtf8(encoded)}"`) as string
    const isPlain = isAscii(encoded) && !encoded.includes('\\u')
    if (isTooLarge) text ||= piece
    else if (isPlain) gathered.addAscii(piece)
    if (!isTooLarge && (!isPlain || gathered.length > MAX_GATHERED_BYTES)) {
      addGathered()
      if (!isPlain) text += piece
    }
    undecoded.drop(end)
  }

  function addGathered(): void {
    text += gathered.view().toString('latin1')
    gathered.drop(gathered.length)
  }

  return {
    add(bytes: Buffer) {
      size += bytes.length
      if (!canBeDropped && size > MAX_STRING_BYTES) throw bodyTooLarge()
      if (!isTooLarge && size > maxBytes) {
        isTooLarge = true
        addGathered()
        text = beginningOf(text)
      }
      undecoded.add(bytes)
      if (undecoded.length >= DECODE_CHUNK_BYTES) decode(lastBoundary(undecoded.view()))
    },
    valueIfShort: () => (size > LONG_STRING_BYTES ? null : Buffer.concat([quote, undecoded.view(), quote])),
    get size() {
      return size
    },
    finish(): string | LargeText {
      decode(undecoded.length)
      addGathered()
      return isTooLarge ? largeText(size, text) : joined(text)
    },
  }
}

const quote = Buffer.from('"')

/** Where a string's bytes can be cut without cutting an escape sequence or a character; they begin at such a place. */
function lastBoundary(bytes: Buffer): number {
  let end = bytes.length
  // A character of several bytes at the end may be incomplete.
  for (let back = 0; back < 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80; back++) end--
  if ((bytes[end - 1] ?? 0) >= 0xc0) end--
  for (let start = end - 1; start >= Math.max(0, end - 5); start--) {
    if (bytes[start] !== BACKSLASH) continue
    let run = 1
    while (bytes[start - run] === BACKSLASH) run++
    if (run % 2 === 0) return end
    const length = bytes[start + 1] === LETTER_U ? 6 : 2
    return start + length > end ? start : end
  }
  return end
}

/** Decoding alone would put U+FFFD in place of what is not UTF-8, and so the sender's text would be lost without an error. */
function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw malformedBody('The body is not UTF-8, as JSON must be')
  return bytes.toString()
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw malformedBody('The body is not valid JSON')
  }
}

const nameRefused = (name: string) => malformedBody(`The body has a field that is not accepted: ${name}`)

/** Replaces placeholders by their long strings, and refuses names that would reach a prototype. */
function restore(root: unknown, marker: string, longStrings: readonly (string | LargeText)[]): unknown {
  const whole = [root]
  const open: object[] = [whole]
  const restored = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) open.push(value)
    if (typeof value !== 'string' || longStrings.length === 0 || !value.startsWith(marker)) return value
    return longStrings[Number(value.slice(marker.length))]
  }
  for (let node = open.pop(); node; node = open.pop()) {
    // By index: the entries of a long list are as many texts and pairs.
    if (Array.isArray(node)) for (let at = 0; at < node.length; at++) node[at] = restored(node[at])
    else restoreFields(node as Record<string, unknown>, marker, restored)
  }
  return whole[0]
}

function restoreFields(node: Record<string, unknown>, marker: string, restored: (value: unknown) => unknown): void {
  for (const [name, value] of Object.entries(node)) {
    if (name === '__proto__') throw nameRefused(name)
    if (name.startsWith(marker)) throw malformedBody('The body is not valid JSON')
    if (name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))
      throw nameRefused('constructor.prototype')
    node[name] = restored(value)
  }
}
