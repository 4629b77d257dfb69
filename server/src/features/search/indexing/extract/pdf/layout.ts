/** A text without a wide gap in it, in points from the lower left corner of its page. */
export type Segment = { text: string; left: number; right: number; baseline: number; height: number; isNear: boolean }
/** `isNear`: the gap before it may as well be a wide space between two words. */
export type Cell = { left: number; right: number; lines: Segment[]; isNear: boolean }

/** What is side by side; the lines of a paragraph are one cell. */
export type Row = { cells: Cell[] }
export type Band = { left: number; right: number }
