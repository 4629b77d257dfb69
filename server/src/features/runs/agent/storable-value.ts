import { storable } from '#platform/db/columns.ts'

/** Deeper structures are hostile, and would overflow the stack. */
const MAX_DEPTH = 100

/**
 * Makes JSON from outside safe to store and send: without NUL and half characters, also in keys, with limited depth, and without
 * `__proto__`, which would change the objects that it is copied into.
 */
export function storableValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return '[NESTED TOO DEEPLY]'
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map((item) => storableValue(item, depth + 1))
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const name = storable(key)
    if (name !== '__proto__') kept[name] = storableValue((value as Record<string, unknown>)[key], depth + 1)
  }
  return kept
}
