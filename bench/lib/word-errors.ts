/** Words that are wrong, missing or too many: the edit distance of the words, without case and marks. */
export function wordErrors(expected: string, heard: string): number {
  const [a, b] = [wordsOf(expected), wordsOf(heard)]
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, word] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries())
      next.push(Math.min((row[j] ?? 0) + Number(word !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9' ]/g, ' ')
    .split(' ')
    .filter(Boolean)
