import { StringDecoder } from 'node:string_decoder'
import { growingBytes } from './growing-bytes.ts'
import { type BodyReader, bodyTooComplex, bodyTooLarge, joined, LONGEST_STRING_BYTES } from './read-body.ts'

const MAX_FIELDS = 1000
const MAX_NAME_BYTES = 1024
const DECODED_AT_ONCE_BYTES = 16 * 1024

const AMPERSAND = 0x26
const EQUALS = 0x3d
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** Reads a form post as it arrives; of fields with one name the last counts, and a malformed `%` stays as it is. */
export function formReader(): BodyReader {
  const fields: [string, string][] = []
  let name: string | null = null
  let text = ''
  let size = 0
  let decoder = new StringDecoder('utf8')
  const decoded = growingBytes()
  /** A percent sign and perhaps one digit, whose rest has not come yet. */
  let pending: number[] = []

  function decodeBytes(): void {
    size += decoded.length
    if (size > LONGEST_STRING_BYTES) throw bodyTooLarge()
    // A name is looked up, for which it is read whole.
    if (name === null && size > MAX_NAME_BYTES) throw bodyTooComplex()
    text += decoder.write(decoded.view())
    decoded.drop(decoded.length)
  }

  function takeText(): string {
    decoded.add(Buffer.from(pending))
    decodeBytes()
    const taken = joined(text + decoder.end())
    decoder = new StringDecoder('utf8')
    text = ''
    size = 0
    pending = []
    return taken
  }

  function finishField(): void {
    const last = takeText()
    if (name !== null || last !== '') fields.push(name === null ? [last, ''] : [name, last])
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
        else if (byte === EQUALS && name === null) name = takeText()
        else decoded.addByte(byte === PLUS ? SPACE : byte)
        if (decoded.length >= DECODED_AT_ONCE_BYTES) decodeBytes()
      }
    },
    end() {
      finishField()
      return Object.fromEntries(fields)
    },
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
