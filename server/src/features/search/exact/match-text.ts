import type { FoundLine } from '#contracts/storage-search.ts'

export type Matches = { matches: number; lines: FoundLine[] }

/** Nobody reads on after so many matching lines of one file, and counting the rest would cost as much as finding them. */
export const MOST_COUNTED = 1000
export const MOST_LINES = 20
const MOST_CHARACTERS = 400
/** How far a neighbour with text is looked for among empty lines. */
const MOST_EMPTY_LINES = 100

/** Control characters but tabs and line breaks, and characters without width. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u00ad\u200b\ufeff]/gu

/** Of the same length as the text, so that places in one are places in the other: İ alone would grow. */
export const foldCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

/**
 * The lines of a text that contain what is looked for, with their neighbours; null where none does. Goes from match to match,
 * so that its time depends on the length of the text alone.
 */
export function matchText(raw: string, wanted: string): Matches | null {
  const text = raw.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '')
  const folded = foldCase(text)
  const target = foldCase(wanted)
  const shown = new Map<number, FoundLine>()
  const show = (line: Line | null, is_match: boolean) => {
    if (!line || (shown.get(line.number)?.is_match ?? false)) return
    if (shown.size > MOST_LINES && !shown.has(line.number)) return
    const { number } = line
    shown.set(number, { line: number, text: clip(text.slice(line.start, line.end).trimEnd(), wanted), is_match })
  }
  let matches = 0
  let number = 1
  let start = 0
  for (let at = folded.indexOf(target); at >= 0 && matches < MOST_COUNTED; ) {
    for (let end = text.indexOf('\n', start); end >= 0 && end < at; end = text.indexOf('\n', start)) {
      number++
      start = end + 1
    }
    const line = lineAt(text, start, number)
    if (at + target.length <= line.end) {
      matches++
      show(neighbour(text, line, -1), false)
      show(line, true)
      show(neighbour(text, line, 1), false)
    }
    at = folded.indexOf(target, line.end + 1)
    if (line.end === text.length) break
  }
  if (matches === 0) return null
  const lines = [...shown.values()].toSorted((one, other) => one.line - other.line)
  return { matches, lines: lines.slice(0, MOST_LINES) }
}

type Line = { start: number; end: number; number: number }

function lineAt(text: string, start: number, number: number): Line {
  const end = text.indexOf('\n', start)
  return { start, end: end < 0 ? text.length : end, number }
}

/** The nearest line before or after that is not empty. */
function neighbour(text: string, from: Line, step: -1 | 1): Line | null {
  let line = from
  for (let looked = 0; looked < MOST_EMPTY_LINES; looked++) {
    if (step === 1 ? line.end >= text.length : line.start === 0) return null
    const before = line.start < 2 ? 0 : text.lastIndexOf('\n', line.start - 2) + 1
    line = lineAt(text, step === 1 ? line.end + 1 : before, line.number + step)
    if (text.slice(line.start, Math.min(line.end, line.start + MOST_CHARACTERS)).trim() !== '') return line
  }
  return null
}

/** A long line around what was looked for. */
export function clip(text: string, wanted: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const at = Math.max(0, foldCase(text).indexOf(foldCase(wanted)) - MOST_CHARACTERS / 2)
  const shown = text.slice(at, at + MOST_CHARACTERS).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${at > 0 ? '…' : ''}${shown}…`
}
