import { cellText, rowText } from '../lines.ts'
import { shiftedText, type TextStyle } from '../styled-text.ts'
import { withTallCells } from './cell-lines.ts'
import { partColumns } from './column-gaps.ts'
import { composeAccents } from './compose-accents.ts'
import type { DrawnLine } from './drawn-lines.ts'
import { type Cell, type Item, joinedLine, MAX_CELL_LINES, type Row, type Segment } from './layout.ts'
import { withPlainLetters } from './plain-letters.ts'
import { createFrames } from './reading-frame.ts'
import { inReadingOrder, isRightToLeftText } from './reading-order.ts'
import { partRuledTables, type RuledTable } from './ruled-tables.ts'
import { tableText } from './table-rows.ts'
import { withoutOverprint } from './without-overprint.ts'

/** Of the height of a letter: a wider gap parts the cells of a table, and one between the two may. */
const CELL_GAP = 1
const WORD_GAP = 0.38
/** A narrower gap is within a word. */
const SPACE = 0.15
/** The lines of one cell are closer to each other than the rows of a table. */
const MAX_LINE_SPACING = 1.25
const SAME_BASELINE = 0.3
const MAX_OVERLAP = 0.6
/** A line that is so much larger than the one below it is a heading, and no part of its cell. */
const MIN_HEADING_SIZE = 1.2
/** A cell of one line lies so far from the lines of a cell of two. */
const CENTERED = 0.8
/** Of the height of the text beside it: what is raised or lowered is smaller, and this far from its line. */
const MAX_SHIFTED_HEIGHT = 0.9
const MIN_SHIFT = 0.05
/** The lines of a cell begin below each other, but for rounding. */
const EDGE_POINTS = 1

/**
 * The lines of a page in the order in which the file draws them. Texts with lines around them, or side by side in several rows, are
 * a table, whose rows keep a place for every column.
 */
export function pageLines(items: readonly object[], drawnLines: readonly DrawnLine[] = []): string[] {
  const texts = composeAccents(withoutOverprint(items)).map(withPlainLetters)
  return partRuledTables(texts, drawnLines).flatMap((part) => (Array.isArray(part) ? textLines(part) : ruledRows(part)))
}

function ruledRows({ rows }: RuledTable): string[] {
  const isMirrored = isRightToLeftText(rows.flat(2))
  return rows.map((row) => {
    const cells = row.map((items) => cellText(textLines(items).join(' ')))
    return rowText(isMirrored ? cells.toReversed() : cells)
  })
}

function textLines(items: readonly Item[]): string[] {
  const lines: string[] = []
  let rows: Row[] = []
  let cells: Cell[] = []
  let frame = 0
  const flush = () => {
    if (cells.length > 0) rows.push({ cells })
    cells = []
  }
  for (const segment of partColumns([...segmentsOf(inReadingOrder(items))])) {
    if (segment.frame !== frame) {
      flush()
      for (const line of tableText(withTallCells(rows))) lines.push(line)
      rows = []
      frame = segment.frame
    }
    joinWideSpaces(cells, segment)
    const cell = cells.at(-1)
    const line = cell && cell.lines.length > 1 ? cell.lines.at(-1) : undefined
    if (cell && line && segment.isNear && line.baseline === segment.baseline) {
      // A wide space in a paragraph, as in a font whose letters are all as wide as each other.
      line.text = `${line.text.trimEnd()} ${segment.text}`
      line.right = segment.right
      cell.right = Math.max(cell.right, segment.right)
    } else if (cell && isNextLine(cell, segment)) {
      cell.lines.push(segment)
      cell.left = Math.min(cell.left, segment.left)
      cell.right = Math.max(cell.right, segment.right)
    } else {
      const [only] = cells
      const above = only && cells.length === 1 ? linesAbove(only, segment) : 0
      if (only && above > 0) {
        rows.push({ cells: [cellWith(only.lines.slice(0, above))] })
        cells = [cellWith(only.lines.slice(above))]
      }
      if (!isNextCell(cells, segment)) flush()
      cells.push({ left: segment.left, right: segment.right, lines: [segment], isNear: segment.isNear })
    }
  }
  flush()
  for (const line of tableText(withTallCells(rows))) lines.push(line)
  return lines
}

const lastLine = ({ lines }: Cell): Segment | undefined => lines.at(-1)

function isNextLine(cell: Cell, { left, right, baseline, height }: Segment): boolean {
  const above = lastLine(cell)
  if (!above || cell.lines.length >= MAX_CELL_LINES) return false
  const spacing = above.baseline - baseline
  const overlaps = left < cell.right && right > cell.left
  return overlaps && spacing > 0 && spacing <= MAX_LINE_SPACING * Math.max(above.height, height)
}

/** A line that begins below the first of near texts shows that they are one: a justified line in a narrow cell. */
function joinWideSpaces(cells: Cell[], next: Segment): void {
  const last = cells.at(-1)
  if (!last?.isNear || lastLine(last)?.baseline === next.baseline) return
  const at = cells.findLastIndex(({ isNear }) => !isNear)
  const first = cells[at]?.lines[0]
  const near = cells.slice(at)
  // What is near the first text of a line may be a column.
  if (at < 1 || near.length < 2 || !first || near.some(({ lines }) => lines.length > 1)) return
  const others = near.slice(1).flatMap(({ lines }) => lines)
  const joined = cellWith([joinedLine(first, others)])
  if (Math.abs(next.left - first.left) <= EDGE_POINTS && isNextLine(joined, next)) cells.splice(at, near.length, joined)
}

const cellWith = (lines: Segment[]): Cell => ({
  left: Math.min(...lines.map(({ left }) => left)),
  right: Math.max(...lines.map(({ right }) => right)),
  lines,
  isNear: false,
})

/** How many lines of what seemed to be a cell are above the one that a text is beside of: a heading, or what reaches over it. */
function linesAbove({ lines }: Cell, { left, baseline, height }: Segment): number {
  const at = lines.findIndex((line) => Math.abs(line.baseline - baseline) <= SAME_BASELINE * height)
  const beside = lines[at]
  if (!beside || beside.right > left) return 0
  const isAbove = (line: Segment) => line.height >= MIN_HEADING_SIZE * beside.height || line.right > left
  return lines.slice(0, at).findLastIndex(isAbove) + 1
}

/** Beside the cells of the row, and between the first and the last line of one of them, as in a cell that is centered. */
function isNextCell(cells: readonly Cell[], { left, baseline, height }: Segment): boolean {
  const reach = CENTERED * height
  const isBeside = ({ lines }: Cell) =>
    baseline <= (lines[0]?.baseline ?? 0) + reach && baseline >= (lines.at(-1)?.baseline ?? 0) - reach
  return cells.length === 0 || (cells.every(({ right }) => left >= right) && cells.some(isBeside))
}

/** Texts without a gap between them. */
function* segmentsOf(items: readonly Item[]): Generator<Segment> {
  const placeOf = createFrames()
  let open: Segment | null = null
  for (const item of items) {
    const { frame, left, right, baseline, height } = placeOf(item)
    const isBlank = item.str.trim() === ''
    const isTurned: boolean = open !== null && open.frame !== frame
    const gap: number = open && !isTurned ? gapBetween(open, left, baseline, height) : 0
    const isApart: boolean = open !== null && !isBlank && (isTurned || gap > WORD_GAP * height)
    if (open && !isApart) {
      if (gap > SPACE * height && !isBlank) open.spaces.push({ at: open.text.length, left: open.right, right: left })
      open.text += shiftedText(item.str, isTurned ? null : shiftOf(open, baseline, height))
      if (!isBlank) open.right = Math.max(open.right, right)
    } else if (!isBlank) {
      if (open) yield open
      const isNear: boolean = isApart && !isTurned && gap <= CELL_GAP * height
      open = { text: item.str, frame, left, right, baseline, height, isNear, spaces: [] }
    }
    if (item.hasEOL && open) {
      yield open
      open = null
    }
  }
  if (open) yield open
}

/** A smaller text beside a larger one that lies above or below its line. */
function shiftOf(open: Segment, baseline: number, height: number): TextStyle['shift'] {
  const rise = baseline - open.baseline
  if (height > MAX_SHIFTED_HEIGHT * open.height || Math.abs(rise) < MIN_SHIFT * open.height) return null
  return rise > 0 ? 'raised' : 'lowered'
}

/** Whether a text is set into the end of the one before it, as the A of the name LaTeX is. */
const isSetInto = (open: Segment, gap: number, baseline: number): boolean =>
  gap < 0 && gap > -MAX_OVERLAP * open.height && Math.abs(open.baseline - baseline) <= SAME_BASELINE * open.height

/**
 * Between two texts of one line. A text on another line, or one that begins again on the left, is far away, unless it touches
 * like an exponent.
 */
function gapBetween(open: Segment, left: number, baseline: number, height: number): number {
  const gap = left - open.right
  if (Math.abs(gap) <= WORD_GAP * height || isSetInto(open, gap, baseline)) return gap
  const isSameLine = Math.abs(open.baseline - baseline) <= SAME_BASELINE * Math.max(open.height, height)
  return isSameLine && gap > 0 ? gap : Number.POSITIVE_INFINITY
}
