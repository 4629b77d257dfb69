/** Deeper structures come from no honest model or server, and a stack is only so deep. */
const MOST_DEPTH = 100

/** JSON from outside as it may be kept and sent on: no NUL and no half characters, in keys neither, and of finite depth. */
export function storableValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MOST_DEPTH) return '[NESTED TOO DEEPLY]'
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map((item) => storableValue(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item, depth + 1)]),
  )
}

export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
