import type { DrawnLine } from './drawn-lines.ts'
import type { Item } from './layout.ts'
import { findRuledGrids, type RuledGrid } from './ruled-grid.ts'

/** A text may reach so far over the line beside it. */
const EDGE_POINTS = 3
/** Where more texts reach over lines, these are no borders: gridlines of a chart, or lines below words. */
const MAX_CROSSING_SHARE = 0.05
/** A cell with more lines is a column of prose. */
const MAX_CELL_LINES = 20
/** Of the height of a letter: the middle of a text lies so far above its baseline. */
const MIDDLE = 0.35

/** A page with more is read without its lines. */
const MAX_TEXTS = 20_000

/** Of the height of a letter: how far the baseline of headings is above the uppermost line. */
const MAX_HEADING_DISTANCE = 1.5

/** Rows from the top; each has the texts of its cells by column, none where a cell begins elsewhere. */
export type RuledTable = { rows: Item[][][] }

/**
 * Texts in the order in which the file draws them, where those of a table with lines around its cells come together, at the place of
 * the first one.
 */
export function partRuledTables(items: readonly Item[], lines: readonly DrawnLine[]): (Item[] | RuledTable)[] {
  const grids = items.length > MAX_TEXTS ? [] : findRuledGrids(lines)
  if (grids.length === 0) return [[...items]]
  const owners = new Map<Item, RuledTable>()
  const byGrid = Map.groupBy(items, (item) => ownerOf(item, grids))
  const outside = byGrid.get(null) ?? []
  for (const [grid, own] of byGrid) {
    const table = grid && tableOf(grid, own, findHeadings(grid, outside))
    if (table) for (const item of [...own, ...table.rows.flat(2)]) owners.set(item, table)
  }
  const parts: (Item[] | RuledTable)[] = []
  const placed = new Set<RuledTable>()
  for (const item of items) {
    const table = owners.get(item)
    const last = parts.at(-1)
    if (table && !placed.has(table)) {
      parts.push(table)
      placed.add(table)
    } else if (!table && Array.isArray(last)) last.push(item)
    else if (!table) parts.push([item])
  }
  return parts
}

/**
 * The texts of a line above a table by its columns, where each fits into one: headings are often on a colored ground instead of
 * between lines. Null where there are none.
 */
function findHeadings({ lefts, bottoms }: RuledGrid, items: readonly Item[]): Item[][] | null {
  const top = bottoms.at(-1) ?? 0
  const isAbove = (item: Item) =>
    baselineOf(item) >= top && baselineOf(item) <= top + MAX_HEADING_DISTANCE * item.height
  const near = items.filter((item) => !isBlank(item) && isUpright(item) && isAbove(item))
  const lowest = Math.min(...near.map(baselineOf))
  const columns = lefts.slice(1).map((): Item[] => [])
  for (const item of items) {
    if (baselineOf(item) !== lowest) continue
    const [left, right] = [leftOf(item) + EDGE_POINTS, leftOf(item) + item.width - EDGE_POINTS]
    const column = lefts.findLastIndex((edge) => edge <= left)
    const isWithin = column >= 0 && right <= (lefts[column + 1] ?? Number.NEGATIVE_INFINITY)
    if (isWithin || isBlank(item)) columns[column]?.push(item)
    else return null
  }
  return columns.filter(hasText).length > 1 ? columns : null
}

/** The table in which a text lies: of one within another, the outer one. */
function ownerOf(item: Item, grids: readonly RuledGrid[]): RuledGrid | null {
  const { x, y } = middleOf(item)
  let owner: RuledGrid | null = null
  for (const grid of grids) if (grid.cellAt(x, y) !== -1 && (!owner || widthOf(grid) > widthOf(owner))) owner = grid
  return owner
}

const widthOf = ({ lefts }: RuledGrid): number => (lefts.at(-1) ?? 0) - (lefts[0] ?? 0)

/** Null where the lines are none of a table. */
function tableOf(grid: RuledGrid, items: readonly Item[], headings: Item[][] | null): RuledTable | null {
  const texts = items.filter((item) => !isBlank(item))
  if (texts.length === 0 || texts.some((item) => !isUpright(item))) return null
  const cells = new Map<number, Item[]>()
  const baselines = new Map<number, number>()
  let crossing = 0
  let latest = -1
  for (const item of items) {
    const { x, y } = middleOf(item)
    const start = grid.cellAt(leftOf(item) + EDGE_POINTS, y)
    const end = grid.cellAt(leftOf(item) + item.width - EDGE_POINTS, y)
    const isCrossing = item.width > 2 * EDGE_POINTS && start !== end
    if (isCrossing && !isBlank(item)) crossing++
    const cell = isCrossing && start !== -1 ? start : grid.cellAt(x, y)
    const own = cells.get(cell) ?? []
    own.push(item)
    cells.set(cell, own)
    if (isBlank(item)) continue
    // The lines of a cell are drawn one after the other. Where another cell comes between, there are rows without lines.
    const baseline = baselines.get(cell) ?? baselineOf(item)
    if (cell !== latest && baseline !== baselineOf(item)) return null
    baselines.set(cell, baselineOf(item))
    latest = cell
  }
  if (crossing > texts.length * MAX_CROSSING_SHARE) return null
  const rows: Item[][][] = Array.from({ length: grid.bottoms.length - 1 }, () => grid.lefts.slice(1).map(() => []))
  for (const [cell, own] of cells) {
    if (new Set(own.map(baselineOf)).size > MAX_CELL_LINES) return null
    const { column, row } = grid.originOf(cell)
    rows[row]?.splice(column, 1, own)
  }
  if (headings) rows.unshift(headings)
  const filled = rows.filter((row) => row.some(hasText))
  const columns = grid.lefts.slice(1).flatMap((_, at) => (filled.some((row) => hasText(row[at] ?? [])) ? [at] : []))
  const isTable = filled.filter((row) => row.filter(hasText).length > 1).length > 1
  return isTable ? { rows: filled.map((row) => columns.map((at) => row[at] ?? [])) } : null
}

const isBlank = ({ str }: Item): boolean => str.trim() === ''
const hasText = (items: readonly Item[]): boolean => !items.every(isBlank)
const baselineOf = ({ transform }: Item): number => Math.round(transform[5] ?? 0)
const leftOf = ({ transform }: Item): number => transform[4] ?? 0
const isUpright = ({ transform, dir }: Item): boolean => dir !== 'ttb' && transform[1] === 0 && (transform[0] ?? 0) > 0
const middleOf = (item: Item) => ({
  x: leftOf(item) + item.width / 2,
  y: (item.transform[5] ?? 0) + MIDDLE * item.height,
})
