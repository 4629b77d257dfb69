/** Half of a character that UTF-16 writes as two; JSON of other languages has no such text. */
export function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, each]) => !key.isWellFormed() || hasLoneSurrogate(each))
}
