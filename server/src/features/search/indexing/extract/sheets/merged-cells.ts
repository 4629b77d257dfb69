import type { Range } from './cell-address.ts'
import type { SheetRow } from './read-rows.ts'

/** Of one sheet; a hostile file merges everything with everything. */
const MAX_STEPS = 2_000_000
const MAX_REPEATED_CHARACTERS = 2_000_000

/**
 * Repeats the value of merged cells in every row and column that they cover and that has other values, as a heading over two
 * columns or a label beside three rows is read. A title that is alone in its rows is not repeated.
 */
export function repeatMerged(rows: readonly SheetRow[], ranges: Range[]): void {
  const sorted = ranges.toSorted((one, other) => one.top - other.top)
  const lastColumn = rows.reduce((last, { cells }) => Math.max(last, ...cells.keys()), 0)
  let active: { range: Range; value: string }[] = []
  let next = 0
  let steps = 0
  let characters = 0
  for (const { index, cells } of rows) {
    active = active.filter(({ range }) => range.bottom >= index)
    for (let range = sorted[next]; range && range.top <= index; range = sorted[++next]) {
      const value = range.top === index ? cells.get(range.left) : undefined
      if (value !== undefined) active.push({ range, value })
    }
    steps += active.length
    for (const { range, value } of active) {
      const right = Math.min(range.right, lastColumn)
      if (isInside(cells, range)) continue
      for (let column = range.left; column <= right; column++) {
        if (cells.has(column)) continue
        characters += value.length
        steps++
        if (steps > MAX_STEPS || characters > MAX_REPEATED_CHARACTERS) return
        cells.set(column, value)
      }
    }
    if (steps > MAX_STEPS) return
  }
}

/** Whether a row has no value beside the range. */
function isInside(cells: ReadonlyMap<number, string>, { left, right }: Range): boolean {
  for (const column of cells.keys()) if (column < left || column > right) return false
  return true
}
