import type { Item } from './without-overprint.ts'

/** Texts of a scan lie a little askew, each by another angle, and are read as one direction. */
const SAME_DIRECTION_RADIANS = Math.PI / 60

/** Where a text lies when its page is turned so that the text runs from left to right; `frame` is the same for texts of one direction. */
export type Place = { frame: number; left: number; right: number; baseline: number; height: number }

/** Places the texts of a page: tables are often printed on a page that is turned, where columns lie one below the other. */
export function createFrames(): (item: Item) => Place {
  const angles: number[] = []
  return ({ transform, width, height }) => {
    const [scaleX = 0, skew = 0, , , x = 0, y = 0] = transform
    const angle = Math.atan2(skew, scaleX)
    const found = angles.findIndex((other) => isSameDirection(angle, other))
    const frame = found === -1 ? angles.push(angle) - 1 : found
    const [cosine, sine] = [Math.cos(angles[frame] ?? 0), Math.sin(angles[frame] ?? 0)]
    const left = x * cosine + y * sine
    const baseline = y * cosine - x * sine
    return { frame, left, right: left + width, baseline, height: height || Math.hypot(scaleX, skew) }
  }
}

function isSameDirection(one: number, other: number): boolean {
  const difference = Math.abs(one - other)
  return Math.min(difference, 2 * Math.PI - difference) <= SAME_DIRECTION_RADIANS
}
