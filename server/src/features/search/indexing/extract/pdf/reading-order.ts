import type { Item } from './layout.ts'

/** Of the height of a letter: a narrower gap is none, and a wider one may part the cells of a table. */
const SPACE_GAP = 0.12
const CELL_GAP = 1
const SAME_BASELINE = 0.5
/** What ends so little behind the beginning of the next text is still before it. */
const EDGE_POINTS = 1
/** The words of a list item come in fewer pieces; a hostile line is not searched again and again. */
const MAX_PIECES = 200
/** What precedes an item of a list. */
const LIST_MARK = /^\s*(?:(?:\d{1,3}|[a-z]|[ivx]{2,4})[.)]|[•◦▪‣])\s*$/i

/**
 * Texts of pages in Arabic, Hebrew and Persian in the order of reading. Programs draw the pieces of a line in any order, with
 * numbers and Latin words in between. Where most letters of a page run from right to left, its places are mirrored, so that
 * the first column of a table is the one on the right.
 */
export function inReadingOrder(drawn: readonly Item[]): readonly Item[] {
  const items = drawn.some(({ str }) => LIST_MARK.test(str)) ? withMarksFirst(drawn) : drawn
  if (!items.some(isRightToLeft)) return items
  const isMirrored = isRightToLeftText(items)
  const ordered: Item[] = []
  let line: Item[] = []
  const flush = () => {
    for (const item of orderLine(line, isMirrored)) ordered.push(item)
    line = []
  }
  for (const item of items) {
    const last = line.at(-1)
    if (last && !isOnLine(last, item)) flush()
    if (isUpright(item)) line.push(item)
    else ordered.push(item)
    if (item.hasEOL) flush()
  }
  flush()
  return ordered
}

/** Whether most letters run from right to left. */
export const isRightToLeftText = (items: readonly Item[]): boolean =>
  countLetters(items.filter(isRightToLeft)) * 2 > countLetters(items)

/** Some programs, such as pdfmake, draw the mark of a list item behind its words. */
function withMarksFirst(items: readonly Item[]): Item[] {
  const ordered: Item[] = []
  for (const item of items) {
    const at = LIST_MARK.test(item.str) ? beginningOf(ordered, item) : -1
    const first = ordered[at]
    if (!first || leftOf(item) + item.width > leftOf(first) + EDGE_POINTS) {
      ordered.push(item)
      continue
    }
    const width = leftOf(first) + first.width - leftOf(item)
    const transform = placedAt(first, leftOf(item))
    ordered[at] = { ...first, str: `${item.str.trim()} ${first.str.trimStart()}`, transform, width }
    const last = ordered.at(-1)
    if (last && item.hasEOL) ordered[ordered.length - 1] = { ...last, hasEOL: true }
  }
  return ordered
}

/** Where the words begin that were drawn last on the line of an item; -1 where there are none, or its line has ended. */
function beginningOf(ordered: readonly Item[], item: Item): number {
  let first = -1
  for (let at = ordered.length - 1; at >= Math.max(0, ordered.length - MAX_PIECES); at--) {
    const other = ordered[at]
    if (!other || other.hasEOL || !isOnLine(item, other)) break
    if (other.str.trim() !== '') first = at
  }
  return first
}

function orderLine(line: readonly Item[], isMirrored: boolean): readonly Item[] {
  if (!isMirrored && !line.some(isRightToLeft)) return line
  const runs = runsOf(line, isMirrored).map((run) => joined(run, isMirrored))
  const ordered = isMirrored ? runs.toReversed().map(mirrored) : runs
  const items = ordered.flatMap((item, at) => {
    const next = ordered[at + 1]
    return next && gapBetween(item, next) > SPACE_GAP * item.height ? [item, spaceBehind(item)] : [item]
  })
  const last = items.at(-1)
  if (last && line.at(-1)?.hasEOL) items.splice(-1, 1, { ...last, hasEOL: true })
  return items
}

type Run = { texts: Item[]; isRightToLeft: boolean }

/** Neighbors of one direction, from the left to the right of the line. */
function runsOf(line: readonly Item[], isMirrored: boolean): Run[] {
  const runs: Run[] = []
  for (const text of line
    .filter(({ str }) => str.trim() !== '')
    .toSorted((one, other) => leftOf(one) - leftOf(other))) {
    const run = runs.at(-1)
    const last = run?.texts.at(-1)
    const own = isRightToLeft(text) || (isMirrored && !HAS_LETTER.test(text.str))
    const joinedGap = own && isMirrored ? SPACE_GAP : CELL_GAP
    if (run && last && run.isRightToLeft === own && gapBetween(last, text) <= joinedGap * text.height)
      run.texts.push(text)
    else runs.push({ texts: [text], isRightToLeft: own })
  }
  // Numbers without a word in front of them follow each other from right to left.
  const isOfNumbers = (run: Run) => isMirrored && !run.isRightToLeft && !run.texts.some(({ str }) => /\p{L}/u.test(str))
  return runs.flatMap((run) => (isOfNumbers(run) ? run.texts.map((text) => ({ ...run, texts: [text] })) : [run]))
}

function joined({ texts, isRightToLeft: isReversed }: Run, isMirrored: boolean): Item {
  let str = ''
  for (const [at, text] of texts.entries()) {
    const before = texts[at - 1]
    const space = before && gapBetween(before, text) > SPACE_GAP * text.height ? ' ' : ''
    str = isReversed ? text.str + space + str : str + space + text.str
  }
  const left = Math.min(...texts.map(leftOf))
  const right = Math.max(...texts.map((text) => leftOf(text) + text.width))
  const [first] = texts
  const isTurned =
    isReversed && (isMirrored || HAS_LETTER.test(str)) && (CLOSES_FIRST.test(str) || OPENS_LAST.test(str))
  return {
    str: isTurned ? str.replaceAll(BRACKET, (bracket) => BRACKETS.get(bracket) ?? bracket) : str,
    transform: placedAt(first, left),
    width: right - left,
    height: Math.max(...texts.map(({ height }) => height)),
    hasEOL: false,
    dir: 'ltr',
  }
}

const HAS_LETTER = /[\p{L}\p{N}]/u
const BRACKETS = new Map([...'()[]{}<>«»'].map((bracket, at, all) => [bracket, all[at ^ 1] ?? bracket]))
const BRACKET = /[()[\]{}<>«»]/g
/** A bracket is stored as it looks, so one that opens a text from right to left seems to close it. */
const CLOSES_FIRST = /^[^([{<«]*[)\]}>»]/
const OPENS_LAST = /^[^()[\]{}<>«»]*[([{<«]\s*$/

/** Figures are written from left to right in every language. */
const LETTERS = /\p{L}/gu
const isUpright = ({ transform, dir }: Item): boolean => dir !== 'ttb' && transform[1] === 0 && (transform[0] ?? 0) > 0
const isRightToLeft = (item: Item): boolean => item.dir === 'rtl' && isUpright(item)
const countLetters = (items: readonly Item[]): number =>
  items.reduce((sum, { str }) => sum + (str.match(LETTERS)?.length ?? 0), 0)
const leftOf = ({ transform }: Item): number => transform[4] ?? 0
const baselineOf = ({ transform }: Item): number => transform[5] ?? 0
const gapBetween = (left: Item, right: Item): number => leftOf(right) - leftOf(left) - left.width

const isOnLine = (last: Item, item: Item): boolean =>
  isUpright(item) && Math.abs(baselineOf(last) - baselineOf(item)) <= SAME_BASELINE * Math.max(last.height, item.height)

const placedAt = (item: Item | undefined, left: number): number[] =>
  [1, 0, 0, 1, 0, 0].map((number, at) => (at === 4 ? left : (item?.transform[at] ?? number)))

const mirrored = (item: Item): Item => ({ ...item, transform: placedAt(item, -leftOf(item) - item.width) })

const spaceBehind = (item: Item): Item => ({
  ...item,
  str: ' ',
  transform: placedAt(item, leftOf(item) + item.width),
  width: 0,
})
