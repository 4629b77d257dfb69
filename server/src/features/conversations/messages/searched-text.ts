import { boundMarks } from '#contracts/fold-text.ts'

/** Longer than messages that people write; only the beginning of a longer text is indexed. */
export const SEARCHED_CHARACTERS = 20_000

/** As much of a message as search reads; the database folds it. */
export const searchedText = (content: string): string => boundMarks(content.slice(0, SEARCHED_CHARACTERS))

/** The same where it is not just the beginning of the text, which the database can cut off itself. */
export function changedSearchedText(content: string): string | null {
  // The database counts characters of two code units as one.
  const beginning = content.slice(0, 2 * SEARCHED_CHARACTERS)
  const bounded = boundMarks(beginning)
  return bounded === beginning ? null : bounded
}
