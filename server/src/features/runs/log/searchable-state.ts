import { toJson } from '#platform/db/columns.ts'

/** Limits of what the search of runs finds; the log of each step has all values. */
const MAX_KEYS = 50
const MAX_CHARACTERS = 300

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= MAX_CHARACTERS : typeof value === 'number' || typeof value === 'boolean'

/** The short values of a state as JSON; null where there are none. */
export function searchableState(state: Readonly<Record<string, unknown>>): string | null {
  const short = Object.entries(state).filter(([key, value]) => key.length <= MAX_CHARACTERS && isShort(value))
  return short.length > 0 ? toJson(Object.fromEntries(short.slice(0, MAX_KEYS))) : null
}
