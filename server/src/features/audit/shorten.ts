/** Versions keep the whole of a teammate; here it is enough to tell what changed. */
const MAX_CHARACTERS = 1000
const MAX_ITEMS = 100
const MAX_DEPTH = 6

/** The same value with long texts and lists cut. */
export function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= MAX_DEPTH) return '…'
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, depth + 1)]))
  const kept = value.slice(0, MAX_ITEMS).map((item) => shorten(item, depth + 1))
  return value.length > MAX_ITEMS ? [...kept, `… ${value.length - MAX_ITEMS} more`] : kept
}
