import { StringDecoder } from 'node:string_decoder'
import { beginningOf, type LargeText, largeText } from '../large-text.ts'
import { growingBytes } from './growing-bytes.ts'
import { nestFields } from './nest-fields.ts'
import { type BodyReader, bodyTooComplex, bodyTooLarge, joined, MAX_STRING_BYTES } from './read-body.ts'

const MAX_FIELDS = 1000
const MAX_NAME_BYTES = 1024
const DECODE_CHUNK_BYTES = 16 * 1024

const AMPERSAND = 0x26
const EQUALS = 0x3d
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/**
 * Reads a form post as it arrives; a malformed `%` stays as it is. With
 * `maxTextBytes` values that do not fit into so much together are left out, and a `LargeText` takes their place.
 */
export function formReader({ maxTextBytes }: { maxTextBytes?: number } = {}): BodyReader {
  const fields: [string, string | LargeText][] = []
  let textBytesLeft = maxTextBytes ?? Number.POSITIVE_INFINITY
  let isTooLarge = false
  let name: string | null = null
  let text = ''
  let size = 0
  let decoder = new StringDecoder('utf8')
  const decoded = growingBytes()
  /** A percent sign and perhaps one digit, whose rest has not come yet. */
  let pending: number[] = []

  function decodeBytes(): void {
    size += decoded.length
    if (maxTextBytes === undefined && size > MAX_STRING_BYTES) throw bodyTooLarge()
    // A name is looked up, for which it is read whole.
    if (name === null && size > MAX_NAME_BYTES) throw bodyTooComplex()
    if (!isTooLarge) text += decoder.write(decoded.view())
    if (name !== null && !isTooLarge && size > textBytesLeft) {
      isTooLarge = true
      text = beginningOf(text)
    }
    decoded.drop(decoded.length)
  }

  function finishText(): string {
    decoded.add(Buffer.from(pending))
    decodeBytes()
    const finished = isTooLarge ? text : joined(text + decoder.end())
    decoder = new StringDecoder('utf8')
    text = ''
    pending = []
    return finished
  }

  function finishName(): string {
    const finished = finishText()
    size = 0
    return finished
  }

  function finishValue(): string | LargeText {
    const finished = finishText()
    const value = isTooLarge ? largeText(size, finished) : finished
    if (!isTooLarge) textBytesLeft -= size
    isTooLarge = false
    size = 0
    return value
  }

  function finishField(): void {
    if (name !== null) fields.push([name, finishValue()])
    else {
      const bare = finishName()
      if (bare !== '') fields.push([bare, ''])
    }
    if (fields.length > MAX_FIELDS) throw bodyTooComplex()
    name = null
  }

  /** Whether the byte belongs to the escape sequence that has begun; one that is none is literal text. */
  function continueEscape(byte: number): boolean {
    const digit = hexDigit(byte)
    if (digit < 0) {
      decoded.add(Buffer.from(pending))
      pending = []
      return false
    }
    if (pending.length === 1) pending.push(byte)
    else {
      decoded.addByte(hexDigit(pending[1] ?? 0) * 16 + digit)
      pending = []
    }
    return true
  }

  return {
    write(chunk) {
      for (const byte of chunk) {
        if (pending.length > 0 && continueEscape(byte)) continue
        if (byte === PERCENT) pending = [PERCENT]
        else if (byte === AMPERSAND) finishField()
        else if (byte === EQUALS && name === null) name = finishName()
        else decoded.addByte(byte === PLUS ? SPACE : byte)
        if (decoded.length >= DECODE_CHUNK_BYTES) decodeBytes()
      }
    },
    end() {
      finishField()
      return nestFields(fields)
    },
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
