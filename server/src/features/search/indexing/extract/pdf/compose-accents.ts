import type { Item, Place } from './layout.ts'
import { createFrames } from './reading-frame.ts'

/** Accents that are drawn by themselves, and what they are on a letter. */
const COMBINING = new Map([
  ['`', '\u0300'],
  ['´', '\u0301'],
  ['ˆ', '\u0302'],
  ['^', '\u0302'],
  ['˜', '\u0303'],
  ['~', '\u0303'],
  ['¯', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['˚', '\u030a'],
  ['˝', '\u030b'],
  ['ˇ', '\u030c'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
])
const WITH_DOT = new Map([
  ['ı', 'i'],
  ['ȷ', 'j'],
])
/** Of the height of a letter: how far a letter and its accent reach into each other, and how much higher it is on a capital. */
const MIN_OVERLAP = 0.2
const MAX_OVERLAP = 0.95
const MAX_RISE = 0.4
const LETTER = /^\p{L}/u

/**
 * LaTeX's default fonts have no accented letters: it draws an accent and then a letter under it, or a cedilla under its letter. The
 * library tells them one after the other, so that `Müller` was `M¨uller` and capitals broke their line. They are one letter where
 * they lie over each other; an accent that someone typed, as in `geht´s`, lies beside its letters.
 */
export function composeAccents(items: readonly Item[]): Item[] {
  const placeOf = createFrames()
  const composed: Item[] = []
  for (const item of items) {
    const before = composed.at(-1)
    const overlap = before && !before.hasEOL ? overlapOf(placeOf(before), placeOf(item)) : 0
    const joined = before && overlap > 0 ? (withNext(before, item, overlap) ?? withLast(before, item, overlap)) : null
    if (joined) composed.splice(-1, 1, ...joined)
    else composed.push(item)
  }
  return composed
}

/** How far a text lies over the end of the one before it, and 0 where it is no letter and its accent. */
function overlapOf(before: Place, { frame, left, baseline, height }: Place): number {
  const overlap = before.right - left
  const isLetter = overlap >= MIN_OVERLAP * height && overlap <= MAX_OVERLAP * height
  return isLetter && before.frame === frame && Math.abs(before.baseline - baseline) <= MAX_RISE * height ? overlap : 0
}

/** The accent is drawn first, and its letter begins the next text. */
function withNext(before: Item, item: Item, overlap: number): Item[] | null {
  const accent = COMBINING.get(before.str.at(-1) ?? '')
  const letter = item.str.at(0) ?? ''
  if (!accent || !LETTER.test(letter)) return null
  const rest = { ...before, str: before.str.slice(0, -1), width: before.width - overlap }
  const text = { ...item, str: accented(letter, accent) + item.str.slice(1) }
  return rest.str === '' ? [text] : [rest, text]
}

/** The accent is drawn under the letter before it, as a cedilla under a capital. */
function withLast(before: Item, item: Item, overlap: number): Item[] | null {
  const accent = COMBINING.get(item.str.at(0) ?? '')
  const letter = before.str.at(-1) ?? ''
  if (!accent || !LETTER.test(letter)) return null
  const text = { ...before, str: before.str.slice(0, -1) + accented(letter, accent) }
  if (item.str.length === 1) return [{ ...text, hasEOL: item.hasEOL }]
  const [scaleX = 0, skew = 0, , , x = 0, y = 0] = item.transform
  const along = overlap / Math.hypot(scaleX, skew)
  const transform = item.transform.with(4, x + scaleX * along).with(5, y + skew * along)
  return [text, { ...item, str: item.str.slice(1), width: item.width - overlap, transform }]
}

const accented = (letter: string, accent: string): string =>
  `${WITH_DOT.get(letter) ?? letter}${accent}`.normalize('NFC')
