/** A line of text, a paragraph or a row, as the document counts them from 1. */
export type Line = { number: number; text: string }

/** A page, a slide or a sheet; a document without any has one part whose `part` is null. */
export type Part = { part: number | null; part_name: string | null; lines: Line[] }

/** What can neither be stored nor be seen. */
const UNSEEN = /[^\P{Cc}\t]|[\u00ad\u200b\ufeff]/gu

export const cleanLine = (text: string): string => text.toWellFormed().replaceAll(UNSEEN, '').trimEnd()

export const linesOf = (text: string): Line[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: index + 1, text: cleanLine(line) }))
    .filter(({ text }) => text.trim() !== '')
