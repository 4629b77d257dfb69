export type Piece = { kind: 'same' | 'gone' | 'new'; text: string }

/** Beyond this many comparisons a reader is not helped by the least difference either. */
const mostComparisons = 4_000_000

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
  if (stayed * 3 >= Math.max(before.length, after.length)) return pieces
  return [
    { kind: 'gone', text: before },
    { kind: 'new', text: after },
  ]
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** The longest common subsequence; what goes is told before what comes. */
function diffTokens(before: string[], after: string[]): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const rest = Math.min(before.length, after.length) - start
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1

  return merged([
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ])
}

function middle(before: string[], after: string[]): Piece[] {
  const gone = before.map((text): Piece => ({ kind: 'gone', text }))
  const added = after.map((text): Piece => ({ kind: 'new', text }))
  if (before.length * after.length > mostComparisons) return [...gone, ...added]

  // `common[i * width + j]`: how much of before[i…] and after[j…] is common.
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))

  const pieces: Piece[] = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      pieces.push(same(before[i] ?? ''))
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) pieces.push(gone[i++] ?? same(''))
    else pieces.push(added[j++] ?? same(''))
  }
  return [...pieces, ...gone.slice(i), ...added.slice(j)]
}

const same = (text: string): Piece => ({ kind: 'same', text })

/** Neighbours of one kind become one piece, and between two that stay, what goes stands before what comes. */
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

export type ShownPiece = Piece | { kind: 'folded'; lines: number }

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
