import type { Item, Place } from './layout.ts'

/** Texts of a scan lie a little askew, each by another angle, and are read as one direction. */
const SAME_DIRECTION_RADIANS = Math.PI / 60

/** Places the texts of a page: tables are often printed on a page that is turned, where columns lie one below the other. */
export function createFrames(): (item: Item) => Place {
  const angles: number[] = []
  return (item) => {
    const [scaleX = 0, skew = 0, , , x = 0, y = 0] = item.transform
    const angle = Math.atan2(skew, scaleX) - (isVertical(item) ? Math.PI / 2 : 0)
    const found = angles.findIndex((other) => isSameDirection(angle, other))
    const frame = found === -1 ? angles.push(angle) - 1 : found
    const [cosine, sine] = [Math.cos(angles[frame] ?? 0), Math.sin(angles[frame] ?? 0)]
    const left = x * cosine + y * sine
    const baseline = y * cosine - x * sine
    const height = letterHeight(item) || Math.hypot(scaleX, skew)
    return { frame, left, right: left + (isVertical(item) ? item.height : item.width), baseline, height }
  }
}

/** The library tells the length of a text from top to bottom as its height. */
export const letterHeight = (item: Item): number => (isVertical(item) ? item.width : item.height)

/** Chinese and Japanese may be written from top to bottom, in columns from right to left. */
export const isVertical = ({ dir }: Item): boolean => dir === 'ttb'

function isSameDirection(one: number, other: number): boolean {
  const difference = Math.abs(one - other)
  return Math.min(difference, 2 * Math.PI - difference) <= SAME_DIRECTION_RADIANS
}
