import { foldText, foldWanted } from '#contracts/fold-text.ts'
import type { FoundLine } from '#contracts/storage-search.ts'

export type Matches = { matches: number; lines: FoundLine[] }

/** Nobody reads on after so many matching lines of one file, and counting the rest would cost as much as finding them. */
export const MAX_COUNTED = 1000
export const MAX_LINES = 20
const MAX_CHARACTERS = 400
/** How far a neighbor with text is looked for among empty lines. */
const MAX_EMPTY_LINES = 100

/** Control characters but tabs and line breaks, and characters without width. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u00ad\u200b\ufeff]/gu

/** Text is folded in blocks of whole lines, because folding can make it many times longer. */
const BLOCK_LENGTH = 64 * 1024

/**
 * The lines of a text that contain what is looked for, with their neighbors; null where none does. Goes from match to match,
 * so that its time depends on the length of the text alone.
 */
export function matchText(raw: string, wanted: string): Matches | null {
  const text = raw.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '')
  const shown = new Map<number, FoundLine>()
  const show = (line: Line | null, is_match: boolean) => {
    if (!line || (shown.get(line.number)?.is_match ?? false)) return
    if (shown.size > MAX_LINES && !shown.has(line.number)) return
    const { number } = line
    shown.set(number, { line: number, text: clip(text.slice(line.start, line.end).trimEnd(), wanted), is_match })
  }
  let matches = 0
  for (const line of matchingLines(text, foldWanted(wanted))) {
    show(neighbor(text, line, -1), false)
    show(line, true)
    show(neighbor(text, line, 1), false)
    if (++matches === MAX_COUNTED) break
  }
  if (matches === 0) return null
  const lines = [...shown.values()].toSorted((one, other) => one.line - other.line)
  return { matches, lines: lines.slice(0, MAX_LINES) }
}

/** Folding changes the positions of letters but keeps line breaks, so both texts are read line by line. */
function* matchingLines(text: string, target: string): Generator<Line> {
  let number = 1
  let start = 0
  let blockEnd = -1
  for (let blockStart = 0; blockStart < text.length; blockStart = blockEnd + 1) {
    const border = text.indexOf('\n', blockStart + BLOCK_LENGTH)
    blockEnd = border < 0 ? text.length : border
    const folded = foldText(text.slice(blockStart, blockEnd))
    let foldedStart = 0
    for (let at = folded.indexOf(target); at >= 0; ) {
      // Lines are counted only when a block has a match.
      for (; start < blockStart; start = text.indexOf('\n', start) + 1) number++
      for (let end = folded.indexOf('\n', foldedStart); end >= 0 && end < at; end = folded.indexOf('\n', foldedStart)) {
        number++
        start = text.indexOf('\n', start) + 1
        foldedStart = end + 1
      }
      const foldedEnd = folded.indexOf('\n', foldedStart)
      if (foldedEnd < 0 || at + target.length <= foldedEnd) yield lineAt(text, start, number)
      if (foldedEnd < 0) break
      at = folded.indexOf(target, foldedEnd + 1)
    }
  }
}

type Line = { start: number; end: number; number: number }

function lineAt(text: string, start: number, number: number): Line {
  const end = text.indexOf('\n', start)
  return { start, end: end < 0 ? text.length : end, number }
}

/** The nearest line before or after that is not empty. */
function neighbor(text: string, from: Line, step: -1 | 1): Line | null {
  let line = from
  for (let looked = 0; looked < MAX_EMPTY_LINES; looked++) {
    if (step === 1 ? line.end >= text.length : line.start === 0) return null
    const before = line.start < 2 ? 0 : text.lastIndexOf('\n', line.start - 2) + 1
    line = lineAt(text, step === 1 ? line.end + 1 : before, line.number + step)
    if (text.slice(line.start, Math.min(line.end, line.start + MAX_CHARACTERS)).trim() !== '') return line
  }
  return null
}

/** A long line around what was looked for. */
export function clip(text: string, wanted: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  const at = Math.max(0, placeOf(text, foldText(text), foldWanted(wanted)) - MAX_CHARACTERS / 2)
  const shown = text.slice(at, at + MAX_CHARACTERS).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${at > 0 ? '…' : ''}${shown}…`
}

const PIECE_LENGTH = 100

/** The approximate position in a line of a match in its folded form. */
function placeOf(text: string, folded: string, target: string): number {
  const wanted = folded.indexOf(target)
  if (folded.length === text.length) return wanted
  let reached = 0
  let at = 0
  while (at < text.length && reached < wanted) {
    reached += foldText(text.slice(at, at + PIECE_LENGTH)).length
    at += PIECE_LENGTH
  }
  return Math.max(0, at - PIECE_LENGTH)
}
