import { findFolded } from '#contracts/find-folded.ts'
import { stripMarkdown } from '#contracts/strip-markdown.ts'

const LENGTH = 160
/** Of a text in Markdown, as much on each side of the first word is read. */
const CONTEXT = 400

type Excerpt = { excerpt: string; highlights: { start: number; end: number }[] }

/** A passage of the text around the first of the words, cut between words where it can be, on one line. */
export function excerptAround(text: string, words: readonly string[]): Excerpt {
  const line = oneLine(text)
  const [{ start: at, end: matchEnd } = { start: 0, end: 0 }] = findFolded(line, words)
  const length = matchEnd - at

  const around = Math.max(0, LENGTH - length)
  const end = Math.min(line.length, Math.max(matchEnd + Math.ceil(around / 2), LENGTH))
  const start = Math.max(0, Math.min(at, end - Math.max(LENGTH, length)))

  const before = line.slice(start, at)
  const after = line.slice(matchEnd, end)
  const head = start === 0 ? before : `…${before.replace(/^\S*\s+/, '')}`
  const tail = end === line.length ? after : `${after.replace(/(?<!\s)\s+\S*$/, '')}…`
  const excerpt = `${head}${line.slice(at, matchEnd)}${tail}`.toWellFormed()
  return { excerpt, highlights: highlightsIn(excerpt, words) }
}

/**
 * The same of a text in Markdown, without its signs; with them where the words occur in nothing but those, as in an
 * address.
 */
export function excerptOfMarkdown(text: string, words: readonly string[]): Excerpt {
  const at = findFolded(text, words)[0]?.start ?? 0
  const found = excerptAround(stripMarkdown(text.slice(Math.max(0, at - CONTEXT), at + CONTEXT)), words)
  return found.highlights.length > 0 ? found : excerptAround(text, words)
}

/** Where the words occur in a text. */
export const highlightsIn = (text: string, words: readonly string[]): Excerpt['highlights'] => findFolded(text, words)

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
