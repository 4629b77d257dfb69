import { columnName } from './cell-address.ts'
import type { SheetContent } from './read-rows.ts'

/** Names hidden columns that have values, in the first row that has one of them, which is where their headings are. */
export function markHiddenColumns({ rows, hidden }: Pick<SheetContent, 'rows' | 'hidden'>): void {
  if (hidden.length === 0) return
  const isHidden = (column: number) => hidden.some(([first, last]) => first <= column && column <= last)
  const columns = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
  const names = [...columns]
    .filter(isHidden)
    .sort((a, b) => a - b)
    .map(columnName)
  const heading = rows.find(({ cells }) => [...cells.keys()].some(isHidden))
  heading?.notes.push(`[Hidden ${names.length === 1 ? 'column' : 'columns'}: ${names.join(', ')}]`)
}
