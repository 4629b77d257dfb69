/** What items of lists and quotes put before a line. */
export const CONTAINERS = /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*/
const OPENING = /^(?:`{3,}(?=[^`]*$)|~{3,})/
const CLOSING = /^[ \t>]*(`{3,}|~{3,})\s*$/

/**
 * For texts that grow, and for single lines; `blocksOf` reads whole texts. The marks of a line that opens a block of code,
 * also within an item of a list or a quote; null where it opens none, such as one with backticks behind them.
 */
export function openingMarks(line: string): string | null {
  const [containers = ''] = CONTAINERS.exec(line) ?? []
  return OPENING.exec(line.slice(containers.length))?.[0] ?? null
}

/** Whether the line closes the block of code that was opened by these marks. */
export const closesCode = (line: string, marks: string): boolean => CLOSING.exec(line)?.[1]?.startsWith(marks) ?? false

/** Whether a text ends within a block of code. */
export function endsInCode(text: string): boolean {
  let marks: string | null = null
  for (const line of text.split('\n')) {
    if (marks === null) marks = openingMarks(line)
    else if (closesCode(line, marks)) marks = null
  }
  return marks !== null
}
