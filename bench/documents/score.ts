export type Score = { right: number; cells: number; wrong: string[] }

/** How far ahead the row of a table is looked for. */
const LOOK_AHEAD = 12

/**
 * Counts the cells that a reader gives in their columns. Rows are found in their order, by what they share with the right
 * ones; an empty cell counts through the values behind it.
 */
export function score(right: readonly string[][], given: readonly string[][]): Score {
  const result: Score = { right: 0, cells: 0, wrong: [] }
  let from = 0
  for (const row of right) {
    const wanted = row.map(normal)
    const total = wanted.filter((cell) => cell !== '').length
    if (total === 0) continue
    let best = -1
    let most = 0
    for (let at = from; at < Math.min(given.length, from + LOOK_AHEAD); at++) {
      const shared = sharedCells(wanted, given[at] ?? [])
      if (shared > most) {
        most = shared
        best = at
      }
    }
    const found = (given[best] ?? []).map(normal)
    if (best >= 0) from = best + 1
    for (const [column, cell] of wanted.entries()) {
      if (cell === '') continue
      result.cells++
      if (found[column] === cell) result.right++
      else result.wrong.push(`${cell} ≠ ${found[column] ?? 'nothing'}`)
    }
  }
  return result
}

/** In their places first, and anywhere in the row where places are lost. */
function sharedCells(wanted: readonly string[], row: readonly string[]): number {
  const cells = row.map(normal)
  return wanted.reduce(
    (sum, cell, column) => sum + (cell === '' ? 0 : cells[column] === cell ? 2 : cells.includes(cell) ? 1 : 0),
    0,
  )
}

const normal = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
