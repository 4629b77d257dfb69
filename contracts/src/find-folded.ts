import { foldText, foldWanted } from './fold-text.ts'

type Place = { start: number; end: number }

/**
 * A run of ASCII, whose last character may have marks on it, or a character with what is composed with it: marks, the half-width
 * signs of Japanese, and the further letters of a Korean syllable.
 */
const PIECE = /(?<ascii>[\0-\x7f]+(?=[\0-\x7f]|$))|\P{M}[\p{M}\uff9e\uff9f\u1161-\u11c2]*|\p{M}+/gu

/**
 * Where the words of a search occur in a text, in order; the longer one where one begins another. Any white space is as good as
 * a space.
 */
export function findFolded(text: string, words: readonly string[]): Place[] {
  const pattern = patternOf(words)
  if (!pattern) return []
  const { folded, starts } = foldWithPlaces(text)
  return Array.from(folded.matchAll(pattern), ({ index, 0: { length } }) => {
    let next = index + length
    // A part of what one character folds to is all of it.
    while (starts[next] === starts[next - 1] && next < folded.length) next++
    return { start: starts[index] ?? 0, end: starts[next] ?? text.length }
  })
}

function patternOf(words: readonly string[]): RegExp | null {
  const wanted = words.map((word) => foldWanted(word.trim())).filter((word) => word !== '')
  if (wanted.length === 0) return null
  const longestFirst = wanted.toSorted((one, other) => other.length - one.length)
  const literally = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  return new RegExp(longestFirst.map(literally).join('|'), 'gu')
}

/** The folded text, and where in the text each of its characters comes from. */
function foldWithPlaces(text: string): { folded: string; starts: number[] } {
  const known = new Map<string, string>()
  const starts: number[] = []
  let folded = ''
  for (const { 0: piece, index, groups } of text.matchAll(PIECE)) {
    const isAscii = groups?.ascii !== undefined
    const part = isAscii ? piece.toLowerCase() : (known.get(piece) ?? foldText(piece))
    if (!isAscii) known.set(piece, part)
    folded += part
    for (let n = 0; n < part.length; n++) starts.push(isAscii ? index + n : index)
  }
  starts.push(text.length)
  return { folded, starts }
}
