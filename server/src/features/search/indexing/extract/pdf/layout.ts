/** A piece of text as the library tells it: where it begins, how wide it is, and whether a line ends behind it. */
export type Item = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean; dir: string }

/** Where a text lies when its page is turned so that the text runs from left to right; `frame` is the same for texts of one direction. */
export type Place = { frame: number; left: number; right: number; baseline: number; height: number }

/** A text without a wide gap in it, in points from the corner of its page at which texts of its direction begin. */
export type Segment = Place & { text: string; isNear: boolean; spaces: Space[] }
/** Where a word ends and the next one begins; `at` is the place of its first letter in the text. */
export type Space = { at: number; left: number; right: number }
export type Word = Band & { segment: Segment; text: string; isFirst: boolean }
/** `isNear`: the gap before it may as well be a wide space between two words. */
export type Cell = { left: number; right: number; lines: Segment[]; isNear: boolean }

/** What is side by side; the lines of a paragraph are one cell. */
export type Row = { cells: Cell[] }
export type Band = { left: number; right: number }

/** The words of a text, with the spaces behind them; `isFirst`: it begins the text. */
export function wordsOf(segment: Segment): Word[] {
  const { text, left, right, spaces } = segment
  return [{ at: 0, left, right: left }, ...spaces].map((space, number) => {
    const next = spaces[number]
    return {
      segment,
      text: text.slice(space.at, next?.at),
      left: space.right,
      right: next?.left ?? right,
      isFirst: number === 0,
    }
  })
}

/** One text of those of a line. */
export const joinedLine = (first: Segment, others: readonly Segment[]): Segment => ({
  ...first,
  text: [first, ...others].map(({ text }) => text.trim()).join(' '),
  right: Math.max(first.right, ...others.map(({ right }) => right)),
})

/** A cell may reach so far into the column beside it. */
const EDGE_POINTS = 3

/** With more than its edge. */
export const liesIn = (cell: Band, band: Band): boolean =>
  Math.min(cell.right, band.right) - Math.max(cell.left, band.left) >
  Math.min(EDGE_POINTS, (cell.right - cell.left) / 2)

export const overlaps = (one: Band, other: Band): boolean => one.left < other.right && other.left < one.right

export const isNumber = (text: string): boolean => /\d/.test(text) && !/\p{L}/u.test(text)

/** Columns of prose have more lines than a cell; they are read one after the other. */
export const MAX_CELL_LINES = 8
