/** Removes invisible characters, such as controls and those that turn the direction of a text, and cuts to `maxLength`. */
export function cleanText(text: string, maxLength: number): string {
  const seen = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .trim()
  return seen.length > maxLength ? `${seen.slice(0, maxLength - 1).toWellFormed()}…` : seen
}
