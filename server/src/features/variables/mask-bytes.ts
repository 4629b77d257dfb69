import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import { AppError } from '#platform/error.ts'
import { placesOfBytes } from '#platform/includes-text.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'

const MASK = Buffer.from(VARIABLE_MASK)
/** Between two of these others have a turn, too. */
const PIECE_BYTES = 1024 * 1024
/** After so many places that were found others have a turn. */
const PLACES = 1000
/** A secret of one letter makes a text many times as long. */
const MAX_BYTES = 32 * 1024 * 1024

/** Replaces each occurrence of these forms by a mask; the same bytes where there is none. Yields to other work. */
export async function maskBytes(bytes: Buffer, forms: readonly Buffer[]): Promise<Buffer> {
  const marks = await marksOf(bytes, forms)
  return marks === null ? bytes : maskMarked(bytes, marks, { from: 0, to: bytes.length })
}

/** The texts that have one of these forms in them, each with what it is with masks in their place. Yields to other work. */
export async function maskTexts(texts: readonly string[], forms: readonly Buffer[]): Promise<Map<string, string>> {
  const masked = new Map<string, string>()
  // No variable has a NUL, so no form reaches from one text into the next.
  const bytes = Buffer.from(texts.join('\0'))
  const marks = await marksOf(bytes, forms)
  if (marks === null) return masked
  let from = 0
  let next = nextOf(marks, 1, 0)
  for (const text of texts) {
    const to = from + Buffer.byteLength(text)
    if (next < to) {
      masked.set(text, (await maskMarked(bytes, marks, { from, to })).toString())
      next = nextOf(marks, 1, to)
      await yieldToEventLoop()
    }
    from = to + 1
  }
  return masked
}

async function maskMarked(bytes: Buffer, marks: Buffer, { from, to }: { from: number; to: number }): Promise<Buffer> {
  const masked: Buffer[] = []
  let pieces: Buffer[] = []
  let length = 0
  for (let at = from; at < to; ) {
    const begin = Math.min(nextOf(marks, 1, at), to)
    pieces.push(bytes.subarray(at, begin))
    if (begin < to) pieces.push(MASK)
    at = Math.min(nextOf(marks, 0, begin), to)
    if (pieces.length < PLACES && at < to) continue
    const some = Buffer.concat(pieces)
    masked.push(some)
    length += some.length
    if (length > MAX_BYTES) throw new AppError('unprocessable', 'A secret variable occurs too often')
    pieces = []
    await yieldToEventLoop()
  }
  return Buffer.concat(masked, length)
}

/** Which bytes belong to a secret, by a 1; null where none does. */
async function marksOf(bytes: Buffer, forms: readonly Buffer[]): Promise<Buffer | null> {
  let marks: Buffer | null = null
  let places = 0
  for (const form of forms) {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      await yieldToEventLoop()
      for (const at of placesOfBytes(bytes.subarray(from, from + PIECE_BYTES + form.length - 1), form)) {
        marks ??= Buffer.alloc(bytes.length)
        marks.fill(1, from + at, from + at + form.length)
        if (++places % PLACES === 0) await yieldToEventLoop()
      }
    }
  }
  return marks
}

function nextOf(marks: Buffer, mark: 0 | 1, from: number): number {
  const at = marks.indexOf(mark, from)
  return at < 0 ? marks.length : at
}
