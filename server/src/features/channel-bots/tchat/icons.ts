import { type Pixel, squarePng } from './png.ts'

/** Microsoft's sizes: https://learn.microsoft.com/microsoftteams/platform/concepts/build-and-test/apps-package#app-icons */
const COLOR_SIZE = 192
const OUTLINE_SIZE = 32

export const ACCENT_COLOR = '#4F46E5'
const ACCENT: Pixel = [0x4f, 0x46, 0xe5, 255]
const WHITE: Pixel = [255, 255, 255, 255]

/** A speech bubble with two dots in it, within the middle of the square, as smooth as `size` allows. */
const bubbleAt = (x: number, y: number, blur: number): number => {
  const bubble = smooth(0.3 - Math.hypot((x - 0.5) / 1.1, y - 0.47), blur)
  // The tail at the lower left.
  const tail = smooth(Math.min(x - 0.27, 0.5 - x, 0.8 - y, y - 0.6, 1.02 - x - y + 0.05), blur)
  const dots = smooth(Math.max(0.055 - Math.hypot(x - 0.4, y - 0.47), 0.055 - Math.hypot(x - 0.6, y - 0.47)), blur)
  return Math.max(0, Math.max(bubble, tail) - dots)
}

/** From 0 outside to 1 inside, over the width of a pixel. */
const smooth = (distance: number, blur: number): number => Math.min(1, Math.max(0, distance / blur + 0.5))

const mix = (from: Pixel, to: Pixel, share: number): Pixel => {
  const at = (index: 0 | 1 | 2 | 3) => from[index] + (to[index] - from[index]) * share
  return [at(0), at(1), at(2), at(3)]
}

/** Fills its square, as the store asks. */
export const colorIcon = (): Buffer =>
  squarePng(COLOR_SIZE, (x, y) => mix(ACCENT, WHITE, bubbleAt(x, y, 1 / COLOR_SIZE)))

/** White on nothing. */
export const outlineIcon = (): Buffer =>
  squarePng(OUTLINE_SIZE, (x, y) => [255, 255, 255, 255 * bubbleAt(x, y, 1 / OUTLINE_SIZE)])
