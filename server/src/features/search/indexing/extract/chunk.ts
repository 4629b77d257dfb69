import type { Line, Part } from './lines.ts'

export type Chunk = {
  part: number | null
  part_name: string | null
  numbers: number[]
  overlap: number
  text: string
}

const LENGTH = 1000
/** What two neighbors share, so that what is at a border is whole in one of them; no query may be longer. */
export const OVERLAP = 200

/** `repeats`: with how many characters of the piece before it a piece of one line begins. */
type Piece = Line & { repeats: number }

/** About a thousand characters each, cut where lines end; a longer line is cut inside, and `overlap` says so. */
export function chunk(parts: readonly Part[]): Chunk[] {
  return parts.flatMap(({ part, part_name, lines }) => {
    const chunks: Chunk[] = []
    let taken: Piece[] = []
    let length = 0
    let overlap = 0
    const close = () => {
      const text = taken.map(({ text }) => text).join('\n')
      chunks.push({ part, part_name, numbers: taken.map(({ number }) => number), overlap, text })
    }
    for (const piece of lines.flatMap(piecesOf)) {
      if (taken.length > 0 && length + piece.text.length > LENGTH) {
        close()
        const last = taken.at(-1)
        const isCut = piece.repeats > 0 && last?.number === piece.number
        taken = isCut ? [] : tailOf(taken)
        overlap = isCut ? piece.repeats : taken.reduce((sum, { text }) => sum + text.length + 1, 0)
        length = taken.reduce((sum, { text }) => sum + text.length + 1, 0)
      }
      taken.push(piece)
      length += piece.text.length + 1
    }
    if (taken.length > 0) close()
    return chunks
  })
}

/** A line as it is, or in pieces of which each begins with the end of the one before. */
function piecesOf({ number, text }: Line): Piece[] {
  const pieces: Piece[] = []
  let reached = 0
  for (let at = 0; at === 0 || reached < text.length; at += LENGTH - OVERLAP) {
    const from = borderAt(text, at)
    const to = borderAt(text, at + LENGTH)
    pieces.push({ number, text: text.slice(from, to), repeats: reached - from })
    reached = to
  }
  return pieces
}

/** Here, or in front of the character that would be cut in two. */
const borderAt = (text: string, at: number): number =>
  at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : Math.min(at, text.length)

/** The last lines that fit into the overlap. */
function tailOf(pieces: readonly Piece[]): Piece[] {
  let room = OVERLAP
  const first = pieces.findLastIndex(({ text }) => {
    room -= text.length + 1
    return room < 0
  })
  return pieces.slice(first + 1)
}
