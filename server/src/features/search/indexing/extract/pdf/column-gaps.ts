import { columnBehind, type Gap, WIDE_GAP, type Word } from './column-edge.ts'
import { type Band, type Word as Piece, type Segment, wordsOf } from './layout.ts'

/** A page has fewer; a hostile one is read without them. */
const MAX_WORDS = 40_000
const MAX_OPEN_GAPS = 200
/** What leads from a title to the number of its page. */
const LEADER = /^[.·…_\s]+$/
/** The mark of an item of a list, or the number of a section. */
const MARK = /^(?:[•◦▪‣·∗*–—-]|(?:[ivxlc]+|[a-z]|\d{1,3})(?:\.\d{1,3})*[.)]*)\s*$/i
/** Titles and totals over several columns, one below the other. */
const MAX_CROSSING_LINES = 2
const MIN_WIDTH_POINTS = 0.5
/** Of the height of a letter: a text behind a wider gap is a text by itself, whatever is above and below. */
const WIDE_SPACE = 0.6
/** The spaces of a line of prose are as wide as each other. */
const MIN_PROSE_GAPS = 3
const MAX_PROSE_RATIO = 1.3

/**
 * Tells near columns from spaces between words, which look alike in one line: a column begins or ends at the same place in
 * several lines, and no text lies across. What begins a column is a text by itself, and not near; what is near and begins none is
 * one text with what is before it, unless the gap is wide.
 */
export function partColumns(segments: readonly Segment[]): Segment[] {
  const lines = linesOf(segments).map(wordsIn)
  if (lines.reduce((sum, { length }) => sum + length, 0) > MAX_WORDS) return [...segments]
  const columns = columnsIn(lines)
  return lines.flatMap((line) => {
    const parted: Segment[] = []
    for (const word of line) {
      const before = parted.at(-1)
      const isColumn = columns.has(word)
      if (!before || isColumn || (word.isFirst && !isNarrow(before, word)))
        parted.push({
          ...word.segment,
          text: word.text,
          left: word.left,
          right: word.right,
          isNear: word.isFirst && word.segment.isNear && !isColumn,
          spaces: [],
        })
      else {
        const text = word.isFirst ? `${before.text.trimEnd()} ${word.text}` : before.text + word.text
        parted.splice(-1, 1, { ...before, text, right: word.right })
      }
    }
    return parted
  })
}

const isNarrow = (before: Segment, { segment, left }: Word): boolean =>
  segment.isNear && left - before.right <= WIDE_SPACE * segment.height

/** Texts that are drawn one after the other on one line, from the left to the right. */
function linesOf(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = []
  for (const segment of segments) {
    const line = lines.at(-1)
    const last = line?.at(-1)
    const isBehind = last?.frame === segment.frame && last.baseline === segment.baseline && segment.left >= last.right
    if (line && isBehind) line.push(segment)
    else lines.push([segment])
  }
  return lines
}

function wordsIn(line: readonly Segment[]): Word[] {
  const words: Word[] = []
  for (const piece of line.flatMap(wordsOf)) {
    const before = words.at(-1)
    // Dots that lead to a page number lie below each other in every line, and part nothing.
    const gap = piece.left - (before?.right ?? piece.left)
    if (before && LEADER.test(piece.text) && gap <= WIDE_GAP * piece.segment.height)
      words.splice(-1, 1, joinedWord(before, piece))
    else words.push({ ...piece, gap, before: before?.text ?? '' })
  }
  return words
}

const joinedWord = (before: Word, { text, right, isFirst }: Piece): Word => ({
  ...before,
  text: isFirst ? `${before.text.trimEnd()} ${text}` : before.text + text,
  right,
})

/** The words that begin a column behind another one. */
function columnsIn(lines: readonly Word[][]): ReadonlySet<Word> {
  const columns = new Set<Word>()
  let open: Gap[] = []
  let frame: number | undefined
  const close = (gap: Gap) => {
    for (const word of columnBehind(gap)) columns.add(word)
  }
  let above: ReadonlySet<Word> = new Set()
  for (const line of lines) {
    if (line[0]?.segment.frame !== frame) {
      above = new Set()
      open.forEach(close)
      open = []
      frame = line[0]?.segment.frame
    }
    const prose = proseIn(line)
    const goingOn: Gap[] = []
    for (const gap of open) isOpenBeside(gap, line, prose) ? goingOn.push(gap) : close(gap)
    open = goingOn
    const known = new Set(open.map(({ behind }) => behind.at(-1)))
    for (const [at, word] of line.entries()) {
      const before = line[at - 1]
      if (!before || prose.has(word) || isItem(line, at, word) || known.has(word) || open.length >= MAX_OPEN_GAPS)
        continue
      const { left } = word
      open.push({
        left: before.right,
        right: left,
        behind: [word],
        // Headings in a row look like prose.
        inProse: [...above].filter((one) => one.left > before.right && one.left - one.gap < left),
        starts: [left],
        ends: [before.right],
        crossingLines: 0,
      })
    }
    above = prose
  }
  open.forEach(close)
  return columns
}

/** Narrows a gap to what the line leaves of it; false where its texts lie across. */
function isOpenBeside(gap: Gap, line: readonly Word[], prose: ReadonlySet<Word>): boolean {
  const at = widestIn(gap, line)
  const [before, behind] = [line[at - 1], line[at]]
  const left = Math.max(gap.left, before?.right ?? gap.left)
  const right = Math.min(gap.right, behind?.left ?? gap.right)
  if (right - left < MIN_WIDTH_POINTS)
    return line.at(-1)?.segment === line[0]?.segment && ++gap.crossingLines <= MAX_CROSSING_LINES
  if (behind && isItem(line, at, behind)) return true
  if (behind && prose.has(behind)) {
    gap.inProse.push(behind)
    return true
  }
  gap.left = left
  gap.right = right
  gap.crossingLines = 0
  if (behind) gap.starts.push(behind.left)
  if (before) gap.ends.push(before.right)
  if (before && behind) gap.behind.push(behind)
  return true
}

/** Whether a word is the first one behind the mark of a list item. */
const isItem = ([first]: readonly Word[], at: number, word: Word): boolean =>
  at === 1 &&
  first !== undefined &&
  MARK.test(first.text) &&
  word.gap <= WIDE_GAP * word.segment.height &&
  /\p{L}/u.test(word.text)

/** Behind which word lies most of what a line leaves of a gap. */
function widestIn(gap: Band, line: readonly Word[]): number {
  let widest = Number.NEGATIVE_INFINITY
  let behind = 0
  for (let at = 0; at <= line.length; at++) {
    const width = Math.min(gap.right, line[at]?.left ?? gap.right) - Math.max(gap.left, line[at - 1]?.right ?? gap.left)
    if (width > widest) {
      widest = width
      behind = at
    }
  }
  return behind
}

/** The words of prose in a line, but for the first one: their spaces are as wide as each other. */
function proseIn(line: readonly Word[]): ReadonlySet<Word> {
  const prose = new Set<Word>()
  for (let first = 0; first < line.length; ) {
    let widest = 0
    let narrowest = Number.POSITIVE_INFINITY
    let last = first
    for (let next = line[last + 1]; next && next.gap <= WIDE_GAP * next.segment.height; next = line[last + 1]) {
      if (Math.max(widest, next.gap) > MAX_PROSE_RATIO * Math.min(narrowest, next.gap)) break
      widest = Math.max(widest, next.gap)
      narrowest = Math.min(narrowest, next.gap)
      last++
    }
    const words = line.slice(first, last + 1)
    const lettered = words.filter(({ text }) => /\p{L}/u.test(text))
    if (words.length > MIN_PROSE_GAPS && lettered.length * 2 > words.length)
      for (const word of words.slice(1)) prose.add(word)
    first = Math.max(last, first + 1)
  }
  return prose
}
