/** A JSON Schema of any version, as somebody else wrote it. */
export type Schema = Record<string, unknown>

const MAX_HOPS = 20

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listAt = (schema: Schema, key: string): unknown[] => (Array.isArray(schema[key]) ? schema[key] : [])

/** The schemas of `properties` and the like, without the one name that would change what it is copied into. */
export function namedAt(schema: Schema, key: string): [string, unknown][] {
  const named = schema[key]
  return isSchema(named) ? Object.entries(named).filter(([name]) => name !== '__proto__') : []
}

/** What a pointer `#` or `#/…` leads to within the whole schema; undefined where it leads nowhere. */
export function follow(whole: Schema, ref: string): unknown {
  if (ref === '#') return whole
  if (!ref.startsWith('#/')) return undefined
  let at: unknown = whole
  for (const key of keysOf(ref)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Schema)[key]
  }
  return at
}

/** The keys of a pointer `#/…`, one inside of the other. */
export const keysOf = (ref: string): string[] =>
  ref
    .slice(2)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))

/** A schema without a reference at its top: that of the target, with what is written beside the reference. */
export function resolve(whole: Schema, given: unknown): Schema {
  let at = isSchema(given) ? given : {}
  for (let hop = 0; typeof at.$ref === 'string' && hop < MAX_HOPS; hop++) {
    const { $ref, ...beside } = at
    const target = follow(whole, String($ref))
    at = { ...(isSchema(target) ? target : {}), ...beside }
  }
  return typeof at.$ref === 'string' ? {} : at
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
