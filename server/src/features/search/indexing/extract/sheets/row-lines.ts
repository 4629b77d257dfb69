import { cleanLine, type Line, rowText } from '../lines.ts'
import type { TextBudget } from '../text-budget.ts'
import { columnName } from './cell-address.ts'
import type { SheetRow } from './read-rows.ts'

/** A sheet with more empty cells is a sparse one when they are also five times as many as its values. */
const MAX_EMPTY_CELLS = 100_000
const SPARSE_RATIO = 5
/** One value far beside the others, as a slip of the hand leaves it, would make a line of ten thousand separators. */
const MAX_EMPTY_CELLS_OF_ROW = 500

/**
 * One line for each row. Values stand in their columns; in a sheet that is mostly empty they name their columns instead
 * (`B: 12 | XFD: 7`), because the text would be a thousand times as long as the values.
 */
export function rowLines(rows: readonly SheetRow[], budget: TextBudget): Line[] {
  const lines: Line[] = []
  const write = isSparse(rows) ? namedCells : alignedCells
  for (const { index, cells, notes } of rows) {
    const text = [cells.size > 0 ? (isSparseRow(cells) ? namedCells : write)(cells) : '', ...notes]
      .filter((part) => part !== '')
      .join(' ')
    budget.spend(text.length)
    const line = cleanLine(text)
    if (line.trim() !== '') lines.push({ number: index + 1, text: line })
  }
  return lines
}

function isSparse(rows: readonly SheetRow[]): boolean {
  let empty = 0
  let filled = 0
  for (const { cells } of rows) {
    filled += cells.size
    empty += lastColumnOf(cells) + 1 - cells.size
  }
  return empty > MAX_EMPTY_CELLS && empty > SPARSE_RATIO * filled
}

function isSparseRow(cells: ReadonlyMap<number, string>): boolean {
  const empty = lastColumnOf(cells) + 1 - cells.size
  return empty > MAX_EMPTY_CELLS_OF_ROW && empty > SPARSE_RATIO * cells.size
}

const lastColumnOf = (cells: ReadonlyMap<number, string>): number => {
  let last = -1
  for (const column of cells.keys()) if (column > last) last = column
  return last
}

const alignedCells = (cells: ReadonlyMap<number, string>): string =>
  rowText(Array.from({ length: lastColumnOf(cells) + 1 }, (_, column) => cells.get(column) ?? ''))

const namedCells = (cells: ReadonlyMap<number, string>): string =>
  [...cells].map(([column, value]) => `${columnName(column)}: ${value}`).join(' | ')
