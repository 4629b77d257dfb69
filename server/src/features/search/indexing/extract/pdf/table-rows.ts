import { cellText, rowText } from '../lines.ts'
import { withLabelRows, withNextLines } from './cell-lines.ts'
import { type Band, type Cell, joinedLine, liesIn, overlaps, type Row } from './layout.ts'
import { leftColumns } from './left-columns.ts'

/** A page has fewer; a hostile one is read line by line. */
const MAX_CELLS = 20_000
const MAX_COLUMNS = 200

/** The lines of a page; rows that follow each other and have several cells are a table. */
export function tableText(drawn: readonly Row[]): string[] {
  const cells = drawn.reduce((sum, row) => sum + row.cells.length, 0)
  if (cells > MAX_CELLS) return drawn.flatMap(plainLines)
  const rows = withLabelRows(drawn)
  const wide = rows.map(joinNear)
  const lines: string[] = []
  for (let at = 0; at < rows.length; ) {
    const end = tableEnd(wide, at)
    const table = wide.slice(at, end)
    if (table.filter(isSplit).length > 1) {
      const near = rows.slice(at, end)
      const left = leftColumns(near, fullestOf(table, near[0] ?? { cells: [] }))
      const bands = left?.bands ?? columnsOf([rows[at] ?? { cells: [] }, ...table.slice(1)])
      const above = rows[at - 1]
      // Headings are often so near to each other that only the columns below part them.
      if (above && isSplit(above) && !isSplit(wide[at - 1] ?? above) && fits(above, bands))
        lines.splice(-1, 1, alignedRow(above, bands))
      const placed = table.map((row, index) => {
        const own = left?.rows[index] ?? near[index] ?? row
        return left || fits(own, bands) ? own : row
      })
      at = end
      for (let next = rows[at]; next && isLastColumn(rows[at - 1], next, bands); next = rows[++at]) placed.push(next)
      for (const row of withNextLines(placed, bands)) lines.push(alignedRow(row, bands))
    } else {
      lines.push(...plainLines(rows[at]))
      at++
    }
  }
  return lines
}

const isSplit = ({ cells }: Row): boolean => cells.length > 1

/** A row whose cells are parted by wide gaps alone. */
function joinNear({ cells }: Row): Row {
  const joined: Cell[] = []
  for (const cell of cells) {
    const last = joined.at(-1)
    const line = last?.lines[0]
    if (cell.isNear && last && line && last.lines.length === 1 && cell.lines.length === 1)
      joined.splice(-1, 1, { ...last, right: cell.right, lines: [joinedLine(line, cell.lines)] })
    else joined.push(cell)
  }
  return { cells: joined }
}

/** Whether each cell lies in a column of its own. */
function fits({ cells }: Row, bands: readonly Band[]): boolean {
  const columns = cells.map((cell) => bands.flatMap((band, at) => (liesIn(cell, band) ? [at] : [])))
  return columns.every(({ length }) => length === 1) && new Set(columns.flat()).size === cells.length
}

/** Rows with one short cell may lie between the others of a table, and none ends it. */
function tableEnd(rows: readonly Row[], start: number): number {
  const first = rows[start]
  if (!first || !isSplit(first)) return start + 1
  let end = start + 1
  for (let at = end; at < rows.length; at++) {
    const row = rows[at]
    if (!row || row.cells.length > MAX_COLUMNS) break
    if (isSplit(row)) end = at + 1
    else if (!isBetween(rows[at - 1], row)) break
  }
  return end
}

/** A row below the others whose only value is not in the first column: a text below a table begins on the left. */
const isLastColumn = (above: Row | undefined, row: Row, [first, ...others]: readonly Band[]): boolean =>
  !isSplit(row) && isBetween(above, row) && fits(row, others) && !row.cells.some((cell) => first && liesIn(cell, first))

/** One cell of one line, or in one column, as near to the row above it as rows of a table are. */
function isBetween(above: Row | undefined, { cells: [cell] }: Row): boolean {
  const line = cell?.lines[0]
  const before = above?.cells[0]?.lines.at(-1)
  if (!cell || !line || !before) return false
  if (cell.lines.length > 1 && cell.right > (above?.cells[1]?.left ?? Number.NEGATIVE_INFINITY)) return false
  const spacing = before.baseline - line.baseline
  return spacing > 0 && spacing <= 3 * line.height
}

const cellOf = ({ lines }: Cell): string => cellText(lines.map(({ text }) => text).join(' '))

function plainLines(row: Row | undefined): string[] {
  if (!row) return []
  if (isSplit(row)) return [row.cells.map(cellOf).join(' ')]
  return row.cells.flatMap(({ lines }) => lines.map(({ text }) => text))
}

/** The row with the most cells: the first one, unless a later one has more. */
const fullestOf = (rows: readonly Row[], first: Row): Row =>
  rows.reduce((most, row) => (row.cells.length > most.cells.length ? row : most), first)

/** Where the columns of a table lie. A cell over several columns of the fullest row says nothing about them. */
function columnsOf(rows: readonly Row[]): Band[] {
  const fullest = fullestOf(rows, rows[0] ?? { cells: [] })
  const isSpanning = (cell: Cell) => fullest.cells.filter((other) => overlaps(cell, other)).length > 1
  const cells = rows.flatMap(({ cells }) => cells.filter((cell) => !isSpanning(cell)))
  const bands: Band[] = []
  for (const { left, right } of cells.toSorted((one, other) => one.left - other.left)) {
    const last = bands.at(-1)
    if (last && left < last.right) last.right = Math.max(last.right, right)
    else bands.push({ left, right })
  }
  return joinBands(bands, rows)
}

/** A heading on the left of its column and numbers on the right are one column: no row has both. */
function joinBands(bands: readonly Band[], rows: readonly Row[]): Band[] {
  const filled = (band: Band) => new Set(rows.filter(({ cells }) => cells.some((cell) => overlaps(cell, band))))
  const joined: { band: Band; rows: Set<Row> }[] = []
  for (const band of bands) {
    const own = filled(band)
    const last = joined.at(-1)
    if (last && ![...own].some((row) => last.rows.has(row))) {
      last.band.right = band.right
      for (const row of own) last.rows.add(row)
    } else joined.push({ band: { ...band }, rows: own })
  }
  return joined.map(({ band }) => band)
}

function alignedRow({ cells }: Row, bands: readonly Band[]): string {
  const texts = bands.map(() => '')
  for (const cell of cells) {
    const at = bands.findIndex((band) => overlaps(cell, band))
    const column = at === -1 ? bands.findLastIndex((band) => band.left <= cell.left) : at
    const place = Math.max(column, 0)
    texts[place] = texts[place] ? `${texts[place]} ${cellOf(cell)}` : cellOf(cell)
  }
  return rowText(texts)
}
