/** Without what would not be seen, such as control characters and those that turn the direction of a text; at most so long. */
export function plainText(text: string, maxLength: number): string {
  const seen = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .trim()
  return seen.length > maxLength ? `${seen.slice(0, maxLength - 1).toWellFormed()}…` : seen
}
