import type { DrawnLine } from './drawn-lines.ts'

/** Lines that are nearer to each other are one, and meet. */
const TOLERANCE_POINTS = 2.5
/** A page has fewer; a hostile one is read without its lines. */
const MAX_JOINED_LINES = 600
const MAX_SQUARES = 20_000

/**
 * A table whose cells have lines around them. `lefts` and `bottoms` are the edges of its columns from the left and of its rows from
 * the bottom, one more than there are columns and rows.
 */
export type RuledGrid = {
  lefts: readonly number[]
  bottoms: readonly number[]
  /** The cell at a place, by number; -1 outside of the table. */
  cellAt(x: number, y: number): number
  /** Where a cell begins: its first column and its first row from the top. */
  originOf(cell: number): { column: number; row: number }
}

/** The tables of a page, by lines that meet. */
export function findRuledGrids(lines: readonly DrawnLine[]): RuledGrid[] {
  const verticals = joinLines(lines.filter(({ isVertical }) => isVertical))
  const horizontals = joinLines(lines.filter(({ isVertical }) => !isVertical))
  if (Math.max(verticals.length, horizontals.length) > MAX_JOINED_LINES) return []
  return groupsThatMeet(verticals, horizontals).flatMap((group) => gridOf(group) ?? [])
}

/** Pieces of one line, as those of the borders of each cell. */
function joinLines(lines: readonly DrawnLine[]): DrawnLine[] {
  const byPlace = lines.toSorted((one, other) => one.at - other.at)
  const joined: DrawnLine[] = []
  for (let start = 0; start < byPlace.length; ) {
    const first = byPlace[start]
    if (!first) break
    let end = start + 1
    while (end < byPlace.length && (byPlace[end]?.at ?? 0) - first.at <= TOLERANCE_POINTS) end++
    const pieces = byPlace.slice(start, end).toSorted((one, other) => one.from - other.from)
    const at = pieces.reduce((sum, piece) => sum + piece.at, 0) / pieces.length
    for (const piece of pieces) {
      const last = joined.at(-1)
      if (last?.at === at && piece.from <= last.to + TOLERANCE_POINTS) last.to = Math.max(last.to, piece.to)
      else joined.push({ ...piece, at })
    }
    start = end
  }
  return joined
}

type Group = { verticals: DrawnLine[]; horizontals: DrawnLine[] }

function groupsThatMeet(verticals: readonly DrawnLine[], horizontals: readonly DrawnLine[]): Group[] {
  const groups: Group[] = []
  const left = new Set([...verticals, ...horizontals])
  for (const line of verticals) {
    if (!left.delete(line)) continue
    const group: Group = { verticals: [line], horizontals: [] }
    const open = [line]
    for (let one = open.pop(); one; one = open.pop()) {
      for (const other of one.isVertical ? horizontals : verticals) {
        if (!left.has(other) || !meet(one, other)) continue
        left.delete(other)
        open.push(other)
        if (other.isVertical) group.verticals.push(other)
        else group.horizontals.push(other)
      }
    }
    groups.push(group)
  }
  return groups
}

const isWithin = (place: number, { from, to }: DrawnLine): boolean =>
  place >= from - TOLERANCE_POINTS && place <= to + TOLERANCE_POINTS
const meet = (one: DrawnLine, other: DrawnLine): boolean => isWithin(other.at, one) && isWithin(one.at, other)

/** Null where there are no two columns or no two rows. The outer edges of a table need no lines. */
function gridOf({ verticals, horizontals }: Group): RuledGrid | null {
  const lefts = edgesOf(verticals, horizontals)
  const bottoms = edgesOf(horizontals, verticals)
  const [columns, rows] = [lefts.length - 1, bottoms.length - 1]
  if (columns < 2 || rows < 2 || columns * rows > MAX_SQUARES) return null

  const isParted = (lines: readonly DrawnLine[], edge: number, along: number) =>
    lines.some(({ at, from, to }) => Math.abs(at - edge) <= TOLERANCE_POINTS && from <= along && along <= to)
  const middle = (edges: readonly number[], at: number) => ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2
  const cells = new Array<number>(columns * rows).fill(-1)
  const origins: { column: number; row: number }[] = []
  // From the left and the top, so that a cell is met first where it begins.
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = 0; column < columns; column++) {
      if (cells[row * columns + column] !== -1) continue
      const cell = origins.push({ column, row: rows - 1 - row }) - 1
      const open = [{ column, row }]
      cells[row * columns + column] = cell
      const join = (nextColumn: number, nextRow: number, isOpen: boolean) => {
        const at = nextRow * columns + nextColumn
        const isInside = nextColumn >= 0 && nextColumn < columns && nextRow >= 0 && nextRow < rows
        if (!isInside || !isOpen || cells[at] !== -1) return
        cells[at] = cell
        open.push({ column: nextColumn, row: nextRow })
      }
      for (let square = open.pop(); square; square = open.pop()) {
        const { column: x, row: y } = square
        const [across, along] = [middle(lefts, x), middle(bottoms, y)]
        join(x + 1, y, !isParted(verticals, lefts[x + 1] ?? 0, along))
        join(x - 1, y, !isParted(verticals, lefts[x] ?? 0, along))
        join(x, y + 1, !isParted(horizontals, bottoms[y + 1] ?? 0, across))
        join(x, y - 1, !isParted(horizontals, bottoms[y] ?? 0, across))
      }
    }
  }
  return {
    lefts,
    bottoms,
    cellAt(x, y) {
      const column = lefts.findLastIndex((edge) => edge <= x)
      const row = bottoms.findLastIndex((edge) => edge <= y)
      const isInside = column >= 0 && column < columns && row >= 0 && row < rows
      return isInside ? (cells[row * columns + column] ?? -1) : -1
    },
    originOf: (cell) => origins[cell] ?? { column: 0, row: 0 },
  }
}

/** The places of lines, and the ends of those that cross them. */
function edgesOf(lines: readonly DrawnLine[], crossing: readonly DrawnLine[]): number[] {
  const ends = [Math.min(...crossing.map(({ from }) => from)), Math.max(...crossing.map(({ to }) => to))]
  const edges: number[] = []
  for (const place of [...lines.map(({ at }) => at), ...ends].toSorted((one, other) => one - other)) {
    if (place - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > TOLERANCE_POINTS) edges.push(place)
  }
  return edges
}
