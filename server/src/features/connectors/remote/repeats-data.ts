/** Limits of the comparison, because the server decides how long both are. */
const MAX_VALUES = 200
const MAX_TEXT_CHARACTERS = 100_000

/**
 * Whether the texts of a result have its data already. Most servers write the data once more as JSON or as the text itself, but
 * some write only a summary ("2 rows") and leave the rows to the data.
 */
export function repeatsData(texts: readonly string[], data: unknown): boolean {
  const text = texts.join('\n')
  // A text that long is no summary.
  if (text.length > MAX_TEXT_CHARACTERS || texts.some(isJson)) return true
  return firstValues(data).every((value) => text.includes(value))
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function firstValues(data: unknown): string[] {
  const values: string[] = []
  const queue = [data]
  for (const value of queue) {
    if (values.length >= MAX_VALUES) break
    if (typeof value !== 'object' || value === null) values.push(String(value))
    else for (const inner of Object.values(value)) queue.push(inner)
  }
  return values
}
