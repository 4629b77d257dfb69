/** A JSON Schema of any version, as someone else wrote it. */
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

/** Gives schemas without a reference at their top: that of its target, with what is written beside the reference. */
export function schemaResolver(whole: Schema): (given: unknown) => Schema {
  /** By reference, because many may lead through the same ones. */
  const targets = new Map<string, Schema>()

  const targetOf = (ref: string, hops: number): Schema => {
    const known = targets.get(ref)
    if (known) return known
    const target = hops > MAX_HOPS ? {} : resolved(follow(whole, ref), hops)
    targets.set(ref, target)
    return target
  }

  function resolved(given: unknown, hops: number): Schema {
    if (!isSchema(given)) return {}
    if (typeof given.$ref !== 'string') return given
    const { $ref, ...beside } = given
    const target = targetOf(given.$ref, hops + 1)
    return Object.keys(beside).length === 0 ? target : { ...target, ...beside }
  }

  return (given) => resolved(given, 0)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
