import { plainText } from '../plain-text.ts'

type Schema = Record<string, unknown>

const ANYTHING: Schema = { type: 'object', properties: {} }
const MOST_DEPTH = 24
const MOST_NODES = 3000
export const MOST_CHARACTERS = 32 * 1024
const MOST_DESCRIPTION = 500
const MOST_VALUE_CHARACTERS = 4000

export const ONE = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
])
export const SEVERAL = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
export const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** What would lead out of the schema, or says in which language it is written. */
const DROPPED = /^\$(schema|id|anchor|dynamic.*|recursive.*|vocabulary|comment)$/

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A schema that every vendor takes: one object, of bounded size, which refers to nothing outside of itself. One that is no
 * schema, or too large, becomes one that takes any object: the server judges what it is sent in any case.
 */
export function cleanSchema(given: unknown): Schema {
  if (!isObject(given)) return ANYTHING
  let nodes = 0
  const clean = (value: unknown, depth: number): unknown => {
    if (typeof value === 'boolean') return value
    if (!isObject(value)) return {}
    if (++nodes > MOST_NODES || depth > MOST_DEPTH) throw new RangeError('The schema is too large')
    const cleaned: Schema = {}
    for (const [key, item] of Object.entries(value)) {
      const kept = keyword(key, item, (inner) => clean(inner, depth + 1))
      if (kept !== undefined) cleaned[key] = kept
    }
    if (typeof value.$ref === 'string' && !leadsSomewhere(given, value.$ref)) delete cleaned.$ref
    return cleaned
  }
  try {
    const whole = { ...(clean(given, 0) as Schema), type: 'object' }
    return JSON.stringify(whole).length > MOST_CHARACTERS ? ANYTHING : whole
  } catch (error) {
    if (error instanceof RangeError) return ANYTHING
    throw error
  }
}

function keyword(key: string, item: unknown, clean: (value: unknown) => unknown): unknown {
  if (DROPPED.test(key) || key === '__proto__') return undefined
  if (ONE.has(key)) return Array.isArray(item) ? item.map(clean) : clean(item)
  if (SEVERAL.has(key)) return Array.isArray(item) ? item.map(clean) : undefined
  if (NAMED.has(key)) return isObject(item) ? mapNamed(item, clean) : undefined
  if (key === 'description' || key === 'title') {
    return typeof item === 'string' ? plainText(item, MOST_DESCRIPTION) : undefined
  }
  return (JSON.stringify(item) ?? '').length > MOST_VALUE_CHARACTERS ? undefined : item
}

/** Each of them by its name, but for the one name that would change what it is copied into. */
export const mapNamed = (item: Schema, map: (value: unknown) => unknown): Schema =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name !== '__proto__')
      .map(([name, value]) => [name, map(value)]),
  )

/** Only what stands in the schema itself is found: `#`, or a path within it. */
function leadsSomewhere(whole: Schema, ref: string): boolean {
  if (ref === '#') return true
  if (!ref.startsWith('#/')) return false
  let at: unknown = whole
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isObject(at) || !Object.hasOwn(at, key)) return false
    at = at[key]
  }
  return isObject(at)
}
