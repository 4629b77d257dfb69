import { closesCode, openingMarks } from '#platform/markdown/fence.ts'
import { speakable } from './speakable.ts'

/** A part of an answer that is spoken in one go; `end` is where it ends in the whole text. */
export type Passage = {
  start: number
  end: number
  /** Empty where nothing of it is for ears: code, tables. */
  spoken: string
}

/** Speaking begins with a part of a sentence, where that is long enough to hide that the rest is still written. */
const MIN_CLAUSE = 30
const MAX_SENTENCE = 300
const CLAUSE_MARK = /[,;:–—،，、；：](?=\s|$)/gu
/** A sentence does not end with them. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|No|Nr|vs|etc|approx|Inc|Ltd|Co|Art|Abs|bzw|ca|ggf|inkl|usw|evtl|Tel|Str|M|Mme|Mlle|Sra?|Ud|т|г|ул|д|стр|руб|т\.\s?е|т\.\s?д|z\.\s?B|d\.\s?h|u\.\s?a|e\.\s?g|i\.\s?e|p\.\s?m|a\.\s?m|\d{1,3})\.\s*$/iu

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/**
 * The next part to be spoken of an answer that grows, from where the last one ended; null while there may follow more of it.
 * `isFirst`: nothing was spoken yet, and someone waits.
 */
export function nextPassage(
  text: string,
  from: number,
  { isComplete, isFirst }: { isComplete: boolean; isFirst: boolean },
): Passage | null {
  const rest = text.slice(from).trimStart()
  const start = text.length - rest.length
  if (rest === '') return isComplete && from < text.length ? { start: from, end: text.length, spoken: '' } : null
  const lineEnd = rest.indexOf('\n')
  const isLineWhole = lineEnd !== -1 || isComplete
  const line = lineEnd === -1 ? rest : rest.slice(0, lineEnd + 1)
  const silent = (length: number): Passage => ({ start, end: start + length, spoken: '' })

  const marks = openingMarks(line)
  if (marks !== null) {
    const end = isLineWhole ? endOfCode(rest, line.length, { marks, isComplete }) : null
    return end === null ? null : silent(end)
  }
  if (line.startsWith('|')) return isLineWhole ? silent(line.length) : null
  // It may become a fence.
  if (!isLineWhole && /^[`~]{1,2}$/.test(line)) return null

  const length = endOfSentence(line, isLineWhole) ?? (isFirst ? endOfClause(line) : null) ?? endOfLong(line)
  if (length === null) return null
  const end = start + length
  return { start, end, spoken: speakable(text.slice(start, end)) }
}

/** Null while there may follow more of it: what is at the very end may still become a longer line. */
function endOfCode(text: string, from: number, { marks, isComplete }: { marks: string; isComplete: boolean }) {
  for (let at = from; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at)
    if (lineEnd === -1) break
    if (closesCode(text.slice(at, lineEnd), marks)) return lineEnd + 1
    at = lineEnd + 1
  }
  return isComplete ? text.length : null
}

function endOfSentence(line: string, isLineWhole: boolean): number | null {
  let end = 0
  for (const { segment } of sentences.segment(line)) {
    end += segment.length
    if (end > MAX_SENTENCE) return null
    const isLast = end >= line.length
    if (isLast) return isLineWhole ? end : null
    // Within an address, a number or a name of a file.
    if (/[.?!]$/.test(segment)) continue
    if (!ABBREVIATION.test(line.slice(0, end)) && !isOpen(line.slice(0, end))) return end
  }
  return null
}

const SENTENCE_END = /[.!?…。！？]["'”’»)*_]*\s*$/u

/** Where the sentence begins in which a text ends; its end where that is the end of a sentence. */
export function startOfLastSentence(text: string): number {
  if (SENTENCE_END.test(text)) return text.length
  let start = 0
  for (const passage of passagesOf(text)) start = passage.start
  return start
}

function* passagesOf(text: string): Generator<Passage> {
  for (let from = 0; ; ) {
    const passage = nextPassage(text, from, { isComplete: true, isFirst: false })
    if (!passage) return
    yield passage
    from = passage.end
  }
}

/** A link, emphasis or bracket that was begun is spoken as one. */
const isOpen = (text: string): boolean =>
  /\[[^\]]*$|\([^)]*$/.test(text) || (text.split('**').length - 1) % 2 === 1 || (text.split('`').length - 1) % 2 === 1

function endOfClause(line: string): number | null {
  for (const { index } of line.matchAll(CLAUSE_MARK)) {
    const end = index + 1
    if (end >= MIN_CLAUSE && end < line.length && !isOpen(line.slice(0, end))) return end
  }
  return null
}

function endOfLong(line: string): number | null {
  if (line.length <= MAX_SENTENCE) return null
  const marks = [...line.slice(0, MAX_SENTENCE).matchAll(CLAUSE_MARK)].map(({ index }) => index + 1)
  const space = line.lastIndexOf(' ', MAX_SENTENCE)
  return marks.findLast((end) => end >= MIN_CLAUSE) ?? (space > 0 ? space + 1 : MAX_SENTENCE)
}
