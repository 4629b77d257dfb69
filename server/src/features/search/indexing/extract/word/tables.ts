import { cellText } from '../lines.ts'
import { type Attributes, attributeOf } from '../office/parse-xml.ts'
import { type TableCell, TableGrid } from '../table-grid.ts'

/** A table while it is read; `lines` are its rows, and behind each the tables inside its cells. */
export type Table = {
  lines(): string[]
  startCell(): void
  endCell(content: { lines: readonly string[]; inside: readonly string[] }): void
  endRow(): void
  deleteRow(): void
  /** Whether the element is a property of a row or a cell. */
  openProperty(name: string, attributes: Attributes): boolean
}

export function openTable(): Table {
  const grid = new TableGrid()
  const insideRows: string[][] = []
  let cells: TableCell[] = []
  let inside: string[] = []
  let cell: TableCell = { text: '', columns: 1, continues: null }
  let skipped = 0
  let isDeleted = false
  return {
    lines: () => grid.lines().flatMap((line, at) => [line, ...(insideRows[at] ?? [])]),
    startCell() {
      cell = { text: '', columns: 1, continues: null }
    },
    endCell(content) {
      const text = content.lines.map(cellText).filter((line) => line !== '')
      cells.push({ ...cell, text: text.join(' ') })
      for (const line of content.inside) inside.push(line)
    },
    endRow() {
      if (!isDeleted) {
        grid.addRow(cells, skipped)
        insideRows.push(inside)
      }
      cells = []
      inside = []
      skipped = 0
      isDeleted = false
    },
    deleteRow() {
      isDeleted = true
    },
    openProperty(name, attributes) {
      if (name === 'gridSpan') cell.columns = Number(attributeOf(attributes, 'val')) || 1
      else if (name === 'vMerge') cell.continues = attributeOf(attributes, 'val') === 'restart' ? null : 'above'
      else if (name === 'hMerge') cell.continues = attributeOf(attributes, 'val') === 'restart' ? null : 'beside'
      else if (name === 'gridBefore') skipped = Number(attributeOf(attributes, 'val')) || 0
      else return false
      return true
    },
  }
}
