import { type Band, isNumber, type Word as Piece } from './layout.ts'

/** Words begin or end at one place by chance in fewer lines; without a wide gap among them, in a line more. */
const MIN_LINES = 3
const MIN_NARROW_LINES = 4
const MIN_ALIGNED_SHARE = 0.7
const ALIGNED_POINTS = 0.7
/** Of the height of a letter: what is farther from a gap belongs to another column, and this one is empty there. */
const REACH = 3
/** Of the height of a letter: words are as near as that, and so are columns with the longest texts in both. */
const SPACE = 0.4
export const WIDE_GAP = 1
/** Of the lines with a gap that some have no wider than a space: "Room 1" and "Room 2" are no columns. */
const MIN_WIDE_SHARE = 0.2
/** What ends below another one by chance is no amount: a day before its month, a year, a number of a room. */
const AMOUNT = /\d[.,]\d+\s*$/

/** `gap`: in points, from the text before it on its line, `before`. */
export type Word = Piece & { gap: number; before: string }

/** A gap that runs down through the lines of a page, where no text lies across. */
export type Gap = Band & {
  /** The words behind it that have one before it, too. */
  behind: Word[]
  /** Those of them that look like words of prose. */
  inProse: Word[]
  /** Where texts begin behind it, and end before it. */
  starts: number[]
  ends: number[]
  crossingLines: number
}

/** The words that begin a column behind a gap, because they lie below each other; none where it is no gap between columns. */
export function columnBehind(gap: Gap): Word[] {
  const { left, right, starts, ends, behind, inProse } = gap
  if (behind.length < MIN_LINES) return []
  const begins = (word: Word) => isAt(word.left, right)
  const isBehindEnd = (word: Word) => isAt(word.left - word.gap, left)
  const afterAmounts = behind.filter((word) => begins(word) && isBehindEnd(word) && AMOUNT.test(word.before))
  if (afterAmounts.length >= MIN_LINES && new Set(afterAmounts.map(({ text }) => text)).size > 1)
    return [...behind, ...inProse].filter(begins)

  const reach = REACH * (behind[0]?.segment.height ?? 0)
  const startsBeside = starts.filter((start) => start <= right + reach).length
  const endsBeside = ends.filter((end) => end >= left - reach).length
  const isBehindText = (word: Word) => isBehindEnd(word) && (isApart(word) || AMOUNT.test(word.before))
  const numbers = behind.filter(({ text }) => isNumber(text))
  const lastOfNumbers = Math.max(...numbers.map((word) => word.right))
  const endsAsNumber = (word: Word) =>
    isNumber(word.text) && isAt(word.right, lastOfNumbers) && (isApart(word) || AMOUNT.test(word.text))
  for (const [isAligned, lines] of [
    [begins, startsBeside],
    [isBehindText, endsBeside],
    [endsAsNumber, behind.length],
  ] as const) {
    const aligned = behind.filter(isAligned)
    if (isColumn(aligned) && aligned.length >= lines * MIN_ALIGNED_SHARE)
      return [...aligned, ...inProse.filter(isAligned)]
  }
  return []
}

/** Whether gaps that end or begin below each other are wider than spaces, or some of them wide. */
function isColumn(aligned: readonly Word[]): boolean {
  const wide = aligned.filter(({ gap, segment }) => gap > WIDE_GAP * segment.height).length
  if (wide > 0 && wide >= aligned.length * MIN_WIDE_SHARE) return aligned.length >= MIN_LINES
  return aligned.length >= MIN_NARROW_LINES && aligned.every(isApart)
}

const isApart = ({ gap, segment }: Word): boolean => gap > SPACE * segment.height
const isAt = (place: number, edge: number): boolean => Math.abs(place - edge) <= ALIGNED_POINTS
