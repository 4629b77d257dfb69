/** A line to be shown, under the number that it has in its page or sheet. */
export type NumberedLine = { part: number | null; number: number; text: string }

/** Where reading continues. */
type Next = { part: number | null; number: number } | null

const MAX_CHARACTERS = 30_000
const MAX_LINE_LENGTH = 4000

/**
 * Lines with their numbers, as many as were asked for and as fit; parts are announced. `next` is the line after them,
 * or null where the text ends.
 */
export async function numberLines(
  lines: AsyncIterable<NumberedLine> | Iterable<NumberedLine>,
  limit: number,
  headingOf: (part: number | null) => string | null,
): Promise<{ text: string; next: Next }> {
  const shown: string[] = []
  let count = 0
  let length = 0
  let part: number | null | undefined
  for await (const line of lines) {
    const numbered = `${line.number}\t${cut(line.text)}`
    if (count === limit || (count > 0 && length + numbered.length > MAX_CHARACTERS))
      return { text: shown.join('\n'), next: { part: line.part, number: line.number } }
    const heading = line.part === part ? null : headingOf(line.part)
    if (heading !== null) shown.push(heading)
    part = line.part
    shown.push(numbered)
    length += numbered.length + 1
    count++
  }
  return { text: shown.join('\n'), next: null }
}

function cut(text: string): string {
  if (text.length <= MAX_LINE_LENGTH) return text
  return `${text.slice(0, MAX_LINE_LENGTH)}… [${text.length - MAX_LINE_LENGTH} more characters of this line were left out]`
}
