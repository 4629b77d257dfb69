import type { Item } from './layout.ts'
import { isVertical, letterHeight } from './reading-frame.ts'

/** Of the height of a letter: how far apart a text is drawn the second time. */
const MAX_SHIFT_ALONG = 0.1
const MAX_SHIFT_ACROSS = 0.2
/** Of the height of a letter: its width is estimated from that of its text, of which it may be a narrow or a wide one. */
const MAX_ERROR_OF_WIDTH = 0.3
const MAX_JOINED_LETTERS = 20
/** A text is drawn again soon after it was drawn. */
const MAX_COMPARED = 20

/** Programs without a bold font draw a text twice, a little apart: it is seen once. */
export function withoutOverprint(items: readonly object[]): Item[] {
  const kept: Item[] = []
  for (const item of items) {
    if (!isText(item)) continue
    const recent = isBlank(item) ? [] : kept.slice(-MAX_COMPARED)
    const found = recent.findLastIndex((other) => isOver(item, other))
    const at = kept.length - recent.length + found
    const other = recent[found]
    if (!other) {
      const shown = withoutLettersOver(item, kept.at(-1))
      if (shown) kept.push(shown)
    } else {
      // The line did not end where the library went back to the start of the text.
      if (at === kept.length - 2 && isLineEnd(kept[at + 1])) kept.pop()
      // The library joins the second one to the text behind it.
      if (item.str.length > other.str.length) kept.splice(at, 1, item)
      else if (item.hasEOL) kept.push({ ...item, str: '', width: 0 })
    }
  }
  return kept
}

/** Whether one is drawn over the other, and says the same as far as both go. */
function isOver(item: Item, other: Item): boolean {
  if (isBlank(other) || !(item.str.startsWith(other.str) || other.str.startsWith(item.str))) return false
  const [, skew = 0, , , x = 0, y = 0] = item.transform
  const [, , , , otherX = 0, otherY = 0] = other.transform
  const height = Math.min(letterHeight(item), letterHeight(other))
  const [along, across] = skew === 0 && !isVertical(item) ? [x - otherX, y - otherY] : [y - otherY, x - otherX]
  return Math.abs(along) <= MAX_SHIFT_ALONG * height && Math.abs(across) <= MAX_SHIFT_ACROSS * height
}

/** Where each letter is drawn twice, the library joins the second one to the letter behind it: `Te`, `e`, `es`, `s`. */
function withoutLettersOver(item: Item, before: Item | undefined): Item | null {
  const overlap = before && isOnLine(item, before) ? rightOf(before) - leftOf(item) : 0
  if (!before || overlap <= MAX_SHIFT_ALONG * item.height || overlap >= before.width) return item
  const { str, width, height } = item
  for (let count = Math.min(str.length, MAX_JOINED_LETTERS); count > 0; count--) {
    const isSameWidth = Math.abs((width * count) / str.length - overlap) <= MAX_ERROR_OF_WIDTH * height
    if (!isSameWidth || !before.str.endsWith(str.slice(0, count))) continue
    if (count === str.length && !item.hasEOL) return null
    const transform = item.transform.with(4, rightOf(before))
    return { ...item, str: str.slice(count), width: Math.max(width - overlap, 0), transform }
  }
  return item
}

const leftOf = ({ transform }: Item): number => transform[4] ?? 0
const rightOf = (item: Item): number => leftOf(item) + item.width

/** Whether both run from left to right on one line. */
function isOnLine(item: Item, before: Item): boolean {
  if (isBlank(item) || isVertical(item) || item.transform[1] !== 0 || before.transform[1] !== 0) return false
  return Math.abs((item.transform[5] ?? 0) - (before.transform[5] ?? 0)) <= MAX_SHIFT_ACROSS * item.height
}

const isBlank = ({ str }: Item): boolean => str.trim() === ''

const isLineEnd = (item: Item | undefined): boolean => item?.hasEOL === true && isBlank(item)

const isText = (item: object): item is Item => 'str' in item && 'transform' in item
