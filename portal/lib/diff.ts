import { diffArrays } from 'diff'

export type Piece = { kind: 'same' | 'gone' | 'new'; text: string }

/** Beyond this many differences a reader is not helped by the least of them either. */
const maxEditLength = 1_000

/** How two texts differ: by lines, and by words within lines that were reworded. */
export function diffText(before: string, after: string): Piece[] {
  const pieces = diffTokens(linesOf(before), linesOf(after))
  return merged(
    pieces.flatMap((piece, index) => {
      const next = pieces[index + 1]
      if (piece.kind === 'gone' && next?.kind === 'new') return diffWords(piece.text, next.text)
      return piece.kind === 'new' && pieces[index - 1]?.kind === 'gone' ? [] : [piece]
    }),
  )
}

/** Word by word, unless hardly a word stayed: then the old text and the new one read better whole. */
function diffWords(before: string, after: string): Piece[] {
  const pieces = diffTokens(wordsOf(before), wordsOf(after))
  const stayed = pieces.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.trim().length : sum), 0)
  return stayed * 3 >= Math.max(before.length, after.length) ? pieces : replaced(before, after)
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

function diffTokens(before: string[], after: string[]): Piece[] {
  const changes = diffArrays(before, after, { maxEditLength })
  if (!changes) return replaced(before.join(''), after.join(''))
  return merged(
    changes.map(({ value, added, removed }) => ({
      kind: added ? 'new' : removed ? 'gone' : 'same',
      text: value.join(''),
    })),
  )
}

const replaced = (before: string, after: string): Piece[] => [
  { kind: 'gone', text: before },
  { kind: 'new', text: after },
]

/** Neighbors of one kind become one piece, and between two that stay, deletions precede insertions. */
function merged(pieces: Piece[]): Piece[] {
  const all: Piece[] = []
  let gone = ''
  let added = ''
  const flush = () => {
    if (gone) all.push({ kind: 'gone', text: gone })
    if (added) all.push({ kind: 'new', text: added })
    gone = ''
    added = ''
  }
  for (const { kind, text } of pieces) {
    if (text === '') continue
    if (kind === 'gone') gone += text
    else if (kind === 'new') added += text
    else {
      flush()
      const last = all.at(-1)
      if (last?.kind === 'same') last.text += text
      else all.push({ kind, text })
    }
  }
  flush()
  return all
}

type ShownPiece = Piece | { kind: 'folded'; lines: number }

const context = 2

/** Long stretches in which nothing changed are folded to the lines next to a change. */
export function fold(pieces: Piece[]): ShownPiece[] {
  return pieces.flatMap((piece, index): ShownPiece[] => {
    if (piece.kind !== 'same') return [piece]
    const lines = linesOf(piece.text)
    const head = index === 0 ? 0 : context
    const tail = index === pieces.length - 1 ? 0 : context
    const hidden = lines.length - head - tail
    if (hidden < 3) return [piece]
    return [
      { kind: 'same' as const, text: lines.slice(0, head).join('') },
      { kind: 'folded' as const, lines: hidden },
      { kind: 'same' as const, text: lines.slice(lines.length - tail).join('') },
    ].filter((each) => each.kind === 'folded' || each.text !== '')
  })
}
