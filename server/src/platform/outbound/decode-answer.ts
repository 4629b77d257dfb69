import { isUtf8 } from 'node:buffer'
import { declaredEncoding } from '../declared-encoding.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)/i
const MARKUP = /html|xml/i
/** Their bytes are valid UTF-8 as well, and say something else in it. */
const LOOKS_LIKE_UTF8 = /^(utf-16|iso-2022-jp)/
/** Of an encoding of two bytes a letter so much takes half a millisecond, where it is malformed. */
const PIECE_BYTES = 16 * 1024
const REPLACEMENT = '\ufffd'

/**
 * The text of an answer in the encoding that its type or its page names. What is valid UTF-8 is UTF-8 whatever the name, because
 * many servers name ISO-8859-1 by default; so is what names none. A mark of the byte order goes. Others have a turn between its pieces.
 * From a piece on that is hardly a text of the encoding, bytes are Latin-1: looking at each malformed one takes twenty times as long.
 */
export async function decodeAnswer({ headers }: Pick<Response, 'headers'>, bytes: Uint8Array): Promise<string> {
  const type = headers.get('content-type') ?? ''
  const named = decoderOf(CHARSET.exec(type)?.[1] ?? declaredIn(type, bytes))
  if (!named || (isUtf8(bytes) && !LOOKS_LIKE_UTF8.test(named.encoding))) return new TextDecoder().decode(bytes)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await yieldToEventLoop()
    const piece = named.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
    pieces.push(piece)
    if (isMalformed(piece)) return pieces.join('') + Buffer.from(bytes.subarray(at + PIECE_BYTES)).toString('latin1')
  }
  return pieces.join('') + named.decode()
}

const isMalformed = (piece: string): boolean => piece.split(REPLACEMENT).length - 1 > piece.length / 2

const declaredIn = (type: string, bytes: Uint8Array) => (MARKUP.test(type) ? declaredEncoding(bytes) : undefined)

function decoderOf(name: string | undefined): InstanceType<typeof TextDecoder> | null {
  try {
    return name === undefined ? null : new TextDecoder(name)
  } catch {
    return null
  }
}
