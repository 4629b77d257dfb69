import { followPointer } from '#platform/json-pointer.ts'

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

/** What a reference leads to within the whole schema; undefined where it leads nowhere. */
export const follow = (whole: Schema, ref: string): unknown => (ref === '#' ? whole : followPointer(whole, ref))

/** Resolves a reference at the top of a schema and merges the keywords beside it. */
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
