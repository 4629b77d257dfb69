import { storable } from '#platform/db/columns.ts'

/** Deeper structures come from no honest model or server, and a stack is only so deep. */
const MAX_DEPTH = 100

/**
 * JSON from outside as it may be kept and sent on: no NUL and no half characters, in keys neither, of finite depth, and
 * without `__proto__`, which would change whatever it is copied into.
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
