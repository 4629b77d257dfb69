import type { Place } from './reading-frame.ts'

/** A text without a wide gap in it, in points from the corner of its page at which texts of its direction begin. */
export type Segment = Place & { text: string; isNear: boolean }
/** `isNear`: the gap before it may as well be a wide space between two words. */
export type Cell = { left: number; right: number; lines: Segment[]; isNear: boolean }

/** What is side by side; the lines of a paragraph are one cell. */
export type Row = { cells: Cell[] }
export type Band = { left: number; right: number }
