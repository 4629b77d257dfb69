import { rowText } from './lines.ts'

/** A cell of a table: how many columns it covers, and whether it continues the one above or the one beside it. */
export type TableCell = { text: string; columns: number; continues: 'above' | 'beside' | null }

/** A cell that covers more is a fault of the file. */
const MAX_COLUMNS = 1000
/** A longer text is no heading, and is read once. */
const MAX_REPEATED_LENGTH = 200
/** Of one table. */
const MAX_REPEATED_CHARACTERS = 1_000_000

/**
 * Lays the rows of a table on its grid, so that each value has the place of its heading. A value that covers several rows or
 * columns is repeated in each, as a heading over two columns or a label beside three rows is read.
 */
export class TableGrid {
  #above: string[] = []
  #repeated = 0

  /** The text of the next row; `skipped`: how many columns it leaves out at its start. */
  addRow(cells: readonly TableCell[], skipped = 0): string {
    const row: string[] = Array.from({ length: Math.min(skipped, MAX_COLUMNS) }, () => '')
    const isAlone = cells.filter(({ text, continues }) => text !== '' || continues !== null).length < 2
    for (const { text, columns, continues } of cells) {
      const beside = row.at(-1) ?? ''
      const end = Math.min(row.length + Math.max(columns, 1), MAX_COLUMNS)
      for (let isFirst = true; row.length < end; isFirst = false) {
        if (continues === 'above') row.push(this.#repeat(this.#above[row.length] ?? ''))
        else if (continues === 'beside') row.push(this.#repeat(beside))
        else if (isFirst) row.push(text)
        else row.push(isAlone ? '' : this.#repeat(text))
      }
    }
    this.#above = row
    return rowText(row)
  }

  #repeat(text: string): string {
    if (text.length > MAX_REPEATED_LENGTH) return ''
    this.#repeated += text.length
    return this.#repeated > MAX_REPEATED_CHARACTERS ? '' : text
  }
}
