/** Without what would not be seen, such as control characters and those that turn the direction of a text; at most so long. */
export function plainText(text: string, most: number): string {
  const seen = text
    .slice(0, 4 * most)
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .trim()
  return seen.length > most ? `${seen.slice(0, most - 1).toWellFormed()}…` : seen
}
