import { rowText } from './lines.ts'

/** A cell of a table: how many columns it covers, and whether it continues the one above or the one beside it. */
export type TableCell = { text: string; columns: number; continues: 'above' | 'beside' | null }

/** A cell that covers more is a fault of the file. */
const MAX_COLUMNS = 1000
/** A longer text is no heading, and is read once. */
const MAX_REPEATED_LENGTH = 200
/** Of one table. */
const MAX_REPEATED_CHARACTERS = 1_000_000
/** How far from a cell the rows are looked for that divide its columns, and how many cells are compared for that. */
const MAX_DISTANCE = 50
const MAX_STEPS = 2_000_000

/** A cell on the grid: its first column and the one behind its last, and the columns in which its text is repeated. */
type Placed = { text: string; start: number; end: number; isContinued: boolean; repeats: readonly number[] }

/**
 * Lays the rows of a table on its grid, so that each value has the place of its heading. A value that covers several rows or
 * columns is repeated in each, as a heading over two columns or a label beside three rows is read. Columns that only other
 * rows divide, as in forms, are no columns of its row, and those without any text are left out.
 */
export class TableGrid {
  readonly #rows: Placed[][] = []
  #repeated = 0
  #steps = 0

  /** `skipped`: how many columns the row leaves out at its start. */
  addRow(cells: readonly TableCell[], skipped = 0): void {
    const row: Placed[] = []
    let start = Math.min(skipped, MAX_COLUMNS)
    for (const { text, columns, continues } of cells) {
      const end = Math.min(start + Math.max(columns, 1), MAX_COLUMNS)
      const last = row.at(-1)
      if (continues === 'beside' && last) last.end = end
      else if (end > start) row.push({ text, start, end, isContinued: continues === 'above', repeats: [] })
      start = end
    }
    this.#rows.push(row)
  }

  /** The texts of the rows. */
  lines(): string[] {
    for (const [index, row] of this.#rows.entries()) this.#repeatInRow(row, index)
    const columns = [...new Set(this.#rows.flatMap(filledColumns))].toSorted((one, other) => one - other)
    let above: string[] = []
    return this.#rows.map((row) => {
      const texts = columns.map(() => '')
      for (const { text, start, end, isContinued, repeats } of row) {
        for (let at = firstAt(columns, start); at < columns.length; at++) {
          const column = columns[at] ?? MAX_COLUMNS
          if (column >= end) break
          if (isContinued) texts[at] = this.#repeat(above[at] ?? '')
          else if (column === start || repeats.includes(column)) texts[at] = text
        }
      }
      above = texts
      return rowText(texts)
    })
  }

  #repeatInRow(row: Placed[], index: number): void {
    if (row.filter(({ text, isContinued }) => text !== '' || isContinued).length < 2) return
    for (const cell of row)
      if (cell.end - cell.start > 1 && cell.text !== '' && !cell.isContinued)
        cell.repeats = this.#dividedColumns(cell, index).filter(() => this.#repeat(cell.text) !== '')
  }

  /** Where the nearest row below or above that has several values in the place of this one begins them. */
  #dividedColumns(cell: Placed, index: number): number[] {
    for (const step of [1, -1])
      for (let distance = 1; distance <= MAX_DISTANCE; distance++) {
        const row = this.#rows[index + step * distance]
        this.#steps += row?.length ?? 0
        if (!row || this.#steps > MAX_STEPS) break
        const parts = partsOf(cell, row)
        if (parts.length > 0) return parts
      }
    return []
  }

  #repeat(text: string): string {
    if (text.length > MAX_REPEATED_LENGTH) return ''
    this.#repeated += text.length
    return this.#repeated > MAX_REPEATED_CHARACTERS ? '' : text
  }
}

/** Where values of a row begin within a cell, if cells of the row fill exactly its place. */
function partsOf({ start, end }: Placed, row: readonly Placed[]): number[] {
  if (!row.some((other) => other.start === start) || !row.some((other) => other.end === end)) return []
  return row.flatMap((other) => (other.start > start && other.end <= end && other.text !== '' ? [other.start] : []))
}

const filledColumns = (row: readonly Placed[]): number[] =>
  row.flatMap(({ text, start, isContinued, repeats }) => (text === '' || isContinued ? [] : [start, ...repeats]))

/** The place of the first column that is not before another one. */
function firstAt(columns: readonly number[], start: number): number {
  let low = 0
  let high = columns.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((columns[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}
