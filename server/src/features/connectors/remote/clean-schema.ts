import { followPointer } from '#platform/json-pointer.ts'
import { cleanText } from '../clean-text.ts'

type Schema = Record<string, unknown>

const ANYTHING: Schema = { type: 'object', properties: {} }
const MAX_DEPTH = 24
const MAX_NODES = 3000
export const MAX_CHARACTERS = 32 * 1024
const MAX_DESCRIPTION_LENGTH = 500
const MAX_VALUE_CHARACTERS = 4000
/** An anchor of a few letters may name what has the longest name, which each reference to it would read again. */
const MAX_POINTER_CHARACTERS = 1000

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
  const anchors = anchorsOf(given)
  let nodes = 0
  const clean = (value: unknown, depth: number): unknown => {
    if (typeof value === 'boolean') return value
    if (!isObject(value)) return {}
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) throw new RangeError('The schema is too large')
    const cleaned: Schema = {}
    for (const [key, item] of Object.entries(value)) {
      const kept = keyword(key, item, (inner) => clean(inner, depth + 1))
      if (kept !== undefined) cleaned[key] = kept
    }
    if (typeof value.$ref === 'string') {
      const pointer = pointerOf(given, anchors, value.$ref)
      if (pointer === null) delete cleaned.$ref
      else cleaned.$ref = pointer
    }
    return cleaned
  }
  try {
    const whole = { ...(clean(given, 0) as Schema), type: 'object' }
    return JSON.stringify(whole).length > MAX_CHARACTERS ? ANYTHING : whole
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
    return typeof item === 'string' ? cleanText(item, MAX_DESCRIPTION_LENGTH) : undefined
  }
  return (JSON.stringify(item) ?? '').length > MAX_VALUE_CHARACTERS ? undefined : item
}

/** Each of them by its name, but for the one name that would change what it is copied into. */
export const mapNamed = (item: Schema, map: (value: unknown) => unknown): Schema =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name !== '__proto__')
      .map(([name, value]) => [name, map(value)]),
  )

/** Where a reference leads as a pointer, if it does: `#`, a path within the schema, or an anchor of it. */
function pointerOf(whole: Schema, anchors: Map<string, string>, ref: string): string | null {
  if (ref === '#') return ref
  const pointer = ref.startsWith('#/') ? ref : anchors.get(ref.slice(1))
  if (!ref.startsWith('#') || pointer === undefined || pointer.length > MAX_POINTER_CHARACTERS) return null
  const found = pointer === '#' ? whole : followPointer(whole, pointer)
  return isObject(found) || typeof found === 'boolean' ? pointer : null
}

/** The anchors of a schema, each with the pointer to what it names. */
function anchorsOf(whole: Schema): Map<string, string> {
  const anchors = new Map<string, string>()
  let nodes = 0
  const walk = (value: unknown, pointer: string, depth: number): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, depth)
    if (!isObject(value) || ++nodes > MAX_NODES || depth > MAX_DEPTH) return
    if (typeof value.$anchor === 'string' && !anchors.has(value.$anchor)) anchors.set(value.$anchor, pointer)
    for (const [key, item] of Object.entries(value)) {
      if (ONE.has(key) || SEVERAL.has(key)) walk(item, `${pointer}/${key}`, depth + 1)
      else if (NAMED.has(key) && isObject(item))
        for (const [name, inner] of Object.entries(item)) walk(inner, `${pointer}/${key}/${asKey(name)}`, depth + 1)
    }
  }
  walk(whole, '#', 0)
  return anchors
}

const asKey = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
