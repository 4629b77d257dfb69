import { type Band, type Cell, isNumber, liesIn, MAX_CELL_LINES, type Row, type Segment } from './layout.ts'

/** Of the height of a letter: a cell of one line lies so far from the lines of a cell of two. */
const CENTERED = 0.8
/** Of the height of a letter: lines of one cell are nearer in any font. */
const MAX_FAR_SPACING = 1.6
const SAME_LEFT_POINTS = 1
/** Of the distance of rows: lines that are nearer are lines of one cell. */
const MAX_NEXT_LINE_SHARE = 0.85
/** Lines that are as far apart as rows are rows. */
const MIN_ROW_SHARE = 0.93
/** How many rows above and below show how far apart rows are. */
const NEIGHBORS = 6
const SAME_BASELINE = 0.3

/**
 * The second line of a cell may be a row by itself where lines are far apart: it is nearer to the row above than rows of the table
 * are to each other, and its first word had no place behind the line above.
 */
export function withNextLines(rows: readonly Row[], bands: readonly Band[]): Row[] {
  const [first] = bands
  const columnOf = (cell: Cell) => bands.findIndex((band) => liesIn(cell, band))
  const begins = ({ cells }: Row) => first !== undefined && cells.some((cell) => liesIn(cell, first))
  let spacing = Number.POSITIVE_INFINITY
  const rightEdges = bands.map(() => Number.NEGATIVE_INFINITY)
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]
    if (above && begins(above) && begins(row)) spacing = Math.min(spacing, spacingBelow(above, row))
    for (const cell of row.cells) {
      const column = columnOf(cell)
      rightEdges[column] = Math.max(rightEdges[column] ?? cell.right, cell.right)
    }
  }
  const joined: Row[] = []
  for (const row of rows) {
    const above = joined.at(-1)
    const isNear = above && !begins(row) && spacingBelow(above, row) <= spacing * MAX_NEXT_LINE_SHARE
    const columns = isNear ? above.cells.map(columnOf) : []
    const continued = row.cells.map((cell) => {
      const column = columnOf(cell)
      const at = columns.indexOf(column)
      return isContinued(above?.cells[at], cell, rightEdges[column] ?? 0) ? at : -1
    })
    if (!above || continued.includes(-1)) joined.push(row)
    else {
      const cells = above.cells.map((cell, at) => {
        const next = row.cells[continued.indexOf(at)]
        return next ? { ...cell, right: Math.max(cell.right, next.right), lines: [...cell.lines, ...next.lines] } : cell
      })
      joined.splice(-1, 1, { cells })
    }
  }
  return joined
}

/** Whether the first word of a cell is too long for the line above it. */
function isContinued(above: Cell | undefined, { lines: [next] }: Cell, rightEdge: number): boolean {
  const last = above?.lines.at(-1)
  if (!last || !next || isNumber(next.text)) return false
  const text = next.text.trim()
  const word = text.search(/\s|$/)
  return last.right + ((next.right - next.left) * (word + 1)) / text.length > rightEdge
}

/** From the lowest line of a row to the first one of the row below. */
const spacingBelow = (above: Row, below: Row): number =>
  Math.min(...above.cells.map(({ lines }) => lines.at(-1)?.baseline ?? Number.POSITIVE_INFINITY)) -
  Math.max(...below.cells.map(({ lines }) => lines[0]?.baseline ?? Number.NEGATIVE_INFINITY))

/**
 * Lines of a first cell whose values are beside its last one: a label without values above them, as "Assets" is, where lines are as
 * far apart as the rows around them, and a line of text above a table where it is wider than the column.
 */
export function withLabelRows(rows: readonly Row[]): Row[] {
  const spacings = rows.map((row, at) => {
    const above = rows[at - 1]
    return above && above.cells.length > 1 && row.cells.length > 1 ? spacingBelow(above, row) : Number.POSITIVE_INFINITY
  })
  return rows.flatMap((row, at) => {
    const [first, ...others] = row.cells
    const beside = first ? lineBeside(first, others) : 0
    const own = first && beside > 0 ? baselineOf(first.lines[beside - 1]) - baselineOf(first.lines[beside]) : 0
    if (!first || beside <= 0) return [row]
    const around = Math.min(...spacings.slice(Math.max(0, at - NEIGHBORS), at + NEIGHBORS))
    const below = rows.slice(at + 1, at + NEIGHBORS).flatMap(({ cells }) => cells.slice(1))
    const reachesOver = first.lines.slice(0, beside).some(({ right }) => below.some(({ left }) => left < right))
    if (own < around * MIN_ROW_SHARE && !reachesOver) return [row]
    const labels = first.lines
      .slice(0, beside)
      .map((line): Row => ({ cells: [{ ...first, ...edgesOf([line]), lines: [line] }] }))
    const lines = first.lines.slice(beside)
    return [...labels, { cells: [{ ...first, ...edgesOf(lines), lines }, ...others] }]
  })
}

/** Which line of a cell is the first one that has others beside it; -1 where none has. */
const lineBeside = ({ lines }: Cell, others: readonly Cell[]): number =>
  lines.findIndex(({ baseline, height }) =>
    others.some((cell) => Math.abs(baselineOf(cell.lines[0]) - baseline) <= SAME_BASELINE * height),
  )

const baselineOf = (line: Segment | undefined): number => line?.baseline ?? Number.NaN

const edgesOf = (lines: readonly Segment[]): Band => ({
  left: Math.min(...lines.map(({ left }) => left)),
  right: Math.max(...lines.map(({ right }) => right)),
})

/** Rows of a table with a tall cell whose short ones are in its middle or at its bottom, and are drawn before or after it. */
export function withTallCells(rows: readonly Row[]): Row[] {
  const joined: Row[] = []
  for (let at = 0; at < rows.length; ) {
    const row = rows[at]
    if (!row) break
    const [above, lines] = [joined.at(-1), linesFrom(rows, at)]
    const tall = tallCell(rows.slice(at, at + lines))
    const below = rows[at + lines]
    if (tall && above && isLeftOfTall(above, tall)) {
      joined.splice(-1, 1, { cells: [...above.cells, tall, ...row.cells.slice(1)] })
      at += lines
    } else if (tall && below && row.cells.length === 1 && isLeftOfTall(below, tall)) {
      joined.push({ cells: [...below.cells, tall] })
      at += lines + 1
    } else {
      joined.push(row)
      at++
    }
  }
  return joined
}

/** How many rows may be lines of one cell: each of one text, below each other. */
function linesFrom(rows: readonly Row[], at: number): number {
  let lines = 1
  let length = rows[at]?.cells[0]?.lines.length ?? 0
  for (; length < MAX_CELL_LINES; lines++) {
    const [above, below] = [rows[at + lines - 1], rows[at + lines]]
    const [first, next] = [above?.cells[0], below?.cells[0]]
    if (above?.cells.length !== 1 || below?.cells.length !== 1 || !first || !next) break
    const isBelow = Math.abs(first.left - next.left) <= SAME_LEFT_POINTS
    if (!isBelow || spacingBelow(above, below) > MAX_FAR_SPACING * (next.lines[0]?.height ?? 0)) break
    length += next.lines.length
    if (length > MAX_CELL_LINES) break
  }
  return lines
}

function tallCell(rows: readonly Row[]): Cell | null {
  const [first] = rows[0]?.cells ?? []
  const lines = rows.flatMap(({ cells }) => cells[0]?.lines ?? [])
  return first && lines.length > 1 ? { ...first, ...edgesOf(lines), lines } : null
}

function isLeftOfTall({ cells: short }: Row, tall: Cell): boolean {
  const [top, bottom] = [tall.lines[0], tall.lines.at(-1)]
  if (!top || !bottom) return false
  const reach = CENTERED * top.height
  return short.every(
    ({ right, lines }) =>
      right <= tall.left &&
      lines.every(({ baseline }) => baseline <= top.baseline + reach && baseline >= bottom.baseline - reach),
  )
}
