/** A piece of text as the library tells it: where it begins, how wide it is, and whether a line ends behind it. */
export type Item = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean; dir: string }

/** Where a text lies when its page is turned so that the text runs from left to right; `frame` is the same for texts of one direction. */
export type Place = { frame: number; left: number; right: number; baseline: number; height: number }

/** A text without a wide gap in it, in points from the corner of its page at which texts of its direction begin. */
export type Segment = Place & { text: string; isNear: boolean }
/** `isNear`: the gap before it may as well be a wide space between two words. */
export type Cell = { left: number; right: number; lines: Segment[]; isNear: boolean }

/** What is side by side; the lines of a paragraph are one cell. */
export type Row = { cells: Cell[] }
export type Band = { left: number; right: number }
