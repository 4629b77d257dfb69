/** Versions keep the whole of a teammate; here it is enough to tell what changed. */
const MOST_CHARACTERS = 1000
const MOST_ITEMS = 100
const MOST_DEPTH = 6

/** The same value with long texts and lists cut. */
export function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= MOST_DEPTH) return '…'
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, depth + 1)]))
  const kept = value.slice(0, MOST_ITEMS).map((item) => shorten(item, depth + 1))
  return value.length > MOST_ITEMS ? [...kept, `… ${value.length - MOST_ITEMS} more`] : kept
}
