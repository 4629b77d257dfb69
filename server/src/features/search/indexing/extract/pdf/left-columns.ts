import type { Band, Cell, Row } from './layout.ts'

/** How far cells of a column may begin in front of its heading. */
const TOLERANCE_POINTS = 2
/** Of the height of a letter: where the place of a letter in a text is guessed from its number. */
const GUESS = 1.5
/** Titles over several columns may cross them; more is another kind of table. */
const MAX_CROSSING_SHARE = 0.05
/** Only the widest texts of a column fill it up to the next one; where many seem to, these are sentences below a wide gap. */
const MAX_FILLING_SHARE = 0.2

/**
 * The columns of a table whose headings begin where their columns do, as in tables of spreadsheets: texts begin there too, and
 * numbers end before the next one. Null where cells do not lie so.
 */
export function leftColumns(rows: readonly Row[], headings: Row): { bands: Band[]; rows: Row[] } | null {
  const starts = headings.cells.map(({ left }) => left - TOLERANCE_POINTS)
  const bands = starts.map((start, at) => ({
    left: at === 0 ? Number.NEGATIVE_INFINITY : start,
    right: starts[at + 1] ?? Number.POSITIVE_INFINITY,
  }))
  let total = 0
  let crossing = 0
  let filling = 0
  const split = rows.map((row) => {
    const { cells } = row
    const all = cells.map((cell) => {
      const start = starts.find((one, at) => at > 0 && cell.left < one && cell.right > one + 2 * TOLERANCE_POINTS)
      const parts = start === undefined ? [cell] : splitCell(cell, start + TOLERANCE_POINTS)
      return { parts, reachesOver: start !== undefined, fills: parts.length > 1 && !endsWithNumber(parts[0]) }
    })
    total += cells.length
    crossing += all.filter(({ parts, reachesOver }) => reachesOver && parts.length === 1).length
    filling += all.filter(({ fills }) => fills).length
    // Sentences side by side below a table.
    if (cells.length > 1 && all.every(({ parts, reachesOver, fills }) => fills || (reachesOver && parts.length === 1)))
      return row
    return { cells: all.flatMap(({ parts }) => parts) }
  })
  const isTable = crossing <= total * MAX_CROSSING_SHARE && filling <= total * MAX_FILLING_SHARE
  return isTable ? { bands, rows: split } : null
}

const endsWithNumber = (cell: Cell | undefined): boolean => /[\d)%]$/.test(cell?.lines[0]?.text ?? '')

/** A number at the end of its column may be so near to the text in the next one that they come as one text. */
function splitCell(cell: Cell, start: number): Cell[] {
  const [line] = cell.lines
  if (!line || cell.lines.length > 1) return [cell]
  const text = line.text.trimEnd()
  const placeOf = (at: number) => line.left + ((line.right - line.left) * at) / text.length
  const spaces = [...text.matchAll(/\s+(?=\S)/g)].map(({ index, 0: space }) => index + space.length)
  const distance = (at: number) => Math.abs(placeOf(at) - start)
  const best = spaces.toSorted((one, other) => distance(one) - distance(other))[0]
  if (best === undefined || distance(best) > GUESS * line.height) return [cell]
  const part = (from: string, left: number, right: number): Cell => ({
    left,
    right,
    isNear: cell.isNear,
    lines: [{ ...line, text: from.trim(), left, right }],
  })
  return [part(text.slice(0, best), cell.left, start - 2 * TOLERANCE_POINTS), part(text.slice(best), start, cell.right)]
}
