import { toJson } from '#platform/db/columns.ts'

/** More and longer values are not looked for; the log of each step has them all. */
const MOST_KEYS = 50
const MOST_CHARACTERS = 300

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= MOST_CHARACTERS : typeof value === 'number' || typeof value === 'boolean'

/** The short values that the run's own flow has written so far; null where none of these steps says so. */
export function searchedState(logs: { cursor: string; payload: { state: Record<string, unknown> } }[]): string | null {
  const state = logs.findLast(({ cursor }) => cursor === '')?.payload.state ?? {}
  const short = Object.entries(state).filter(([key, value]) => key.length <= MOST_CHARACTERS && isShort(value))
  return short.length > 0 ? toJson(Object.fromEntries(short.slice(0, MOST_KEYS))) : null
}
