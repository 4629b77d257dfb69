/** A line of text, a paragraph or a row, as the document counts them from 1. */
export type Line = { number: number; text: string }

/** A page, a slide or a sheet; a document without any has one part whose `part` is null. */
export type Part = { part: number | null; part_name: string | null; lines: Line[] }

/** The text of a document, and a sentence for people about what of it could not be read. */
export type Extraction = { parts: Part[]; warning: string | null }

/** Control characters and invisible ones, which can neither be stored nor be seen. */
const INVISIBLE = /[^\P{Cc}\t]|[\u00ad\u200b\ufeff]/gu

export const cleanLine = (text: string): string => text.toWellFormed().replaceAll(INVISIBLE, '').trimEnd()

export const linesOf = (text: string): Line[] => numberLines(text.split(/\r\n|\r|\n/))

/** Blank lines are counted and left out. */
export const numberLines = (texts: readonly string[]): Line[] =>
  texts.map((text, index) => ({ number: index + 1, text: cleanLine(text) })).filter(({ text }) => text.trim() !== '')

/** The lines of a paragraph, the first with the number or letter that its list gives it. */
export const labelledLines = (text: string, label: string): string[] => {
  const isLabelled = text.trim() !== '' && label !== ''
  return (isLabelled ? text.replace(/^\n*/, (breaks) => `${breaks}${label} `) : text).split('\n')
}

const SEPARATOR = ' | '

/** The cells of a row as one line. Empty cells stay, so that each value can be matched to its heading. */
export const rowText = (cells: readonly string[]): string => {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1).join(SEPARATOR)
}

const LINE_END = /[\r\n\v\u2028\u2029]/

/** The text of a cell on one line. */
export const cellText = (text: string): string =>
  text.replaceAll(/\s+/g, (space) => (LINE_END.test(space) ? ' ' : space)).trim()
