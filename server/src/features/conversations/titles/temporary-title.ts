/** The limit of temporary and of generated titles, in characters. */
export const TITLE_LENGTH = 60

/** The first line of a message, short enough for a list; null for an empty message. */
export function temporaryTitle(content: string): string | null {
  const line = content.trim().split(/\r?\n/, 1)[0]?.trim() ?? ''
  if (line === '') return null
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`.toWellFormed()
}
