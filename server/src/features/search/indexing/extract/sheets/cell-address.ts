/** Excel has no more columns; a larger address is a fault of the file. */
export const MAX_COLUMNS = 16_384
export const MAX_ROWS = 1_048_576

/** The column and row of an address such as `AB12`, from 0; null where it is none. */
export function parseAddress(address: string): { column: number; row: number } | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(address)
  if (!match) return null
  const [, letters = '', digits = ''] = match
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  const row = Number(digits)
  if (column > MAX_COLUMNS || row < 1 || row > MAX_ROWS) return null
  return { column: column - 1, row: row - 1 }
}

/** The letters of a column, counted from 0. */
export function columnName(column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}

export type Range = { top: number; left: number; bottom: number; right: number }

/** The corners of a range such as `A1:C3`, or null. */
export function parseRange(range: string): Range | null {
  const [first = '', last = first] = range.split(':')
  const from = parseAddress(first)
  const to = parseAddress(last)
  if (!from || !to) return null
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  }
}

export const includesCell = ({ top, left, bottom, right }: Range, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right
