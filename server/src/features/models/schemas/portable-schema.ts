import { keysOfPointer } from '#platform/json-pointer.ts'
import { schemaCombiner } from './combined-schema.ts'
import { type KeywordRules, plainKeywords } from './keywords.ts'
import { follow, isSchema, listAt, namedAt, type Schema, schemaResolver } from './schema.ts'

const MAX_NODES = 3000
const MAX_DEPTH = 24
/** From this many on, a reference's target is named and no longer written out. */
const MAX_INLINED_NODES = 800

export type SchemaRules = KeywordRules & {
  /** False where references are refused, so that their targets are written in their place. */
  has_references: boolean
}

/**
 * The schema of a tool's input in the form that vendors take: JSON Schema 2020-12, one object at the top, every array with its
 * items, nothing but the common keywords. A vendor refuses all tools of a call for one schema that it does not take. Schemas of
 * published servers are of any version and have whatever their makers' libraries write. What is left out only helps a model to
 * write its arguments; the tool judges them.
 */
export function portableSchema(given: object, rules: SchemaRules): Schema {
  const whole: Schema = { ...given }
  const resolve = schemaResolver(whole)
  const { withoutAllOf, asOneObject } = schemaCombiner(resolve)
  const names = new Map<string, string>()
  const defs: Schema = {}
  let nodes = 0

  function portable(value: unknown, depth: number, open: readonly string[]): Schema {
    if (!isSchema(value) || depth > MAX_DEPTH || ++nodes > MAX_NODES) return {}
    if (typeof value.$ref === 'string') return referred(value, value.$ref, depth, open)
    const schema = withoutAllOf(value)
    const inner = (each: unknown) => portable(each, depth + 1, open)
    const kept = plainKeywords(schema, rules)
    const types = [kept.type].flat()
    if (types.includes('object')) Object.assign(kept, objectKeywords(schema, inner))
    if (types.includes('array')) Object.assign(kept, arrayKeywords(schema, kept, inner))
    for (const key of ['anyOf', 'oneOf']) {
      const alternatives = listAt(schema, key).filter(isSchema)
      if (alternatives.length > 0) kept[key] = alternatives.map(inner)
    }
    return kept
  }

  function referred(value: Schema, ref: string, depth: number, open: readonly string[]): Schema {
    if (!isSchema(follow(whole, ref))) return portable(resolve(value), depth, open)
    if (rules.has_references) {
      const { title, description, default: byDefault } = plainKeywords(value, rules)
      const beside = { title, description, default: byDefault }
      return { ...withoutUndefined(beside), $ref: `#/$defs/${defined(ref, depth)}` }
    }
    const target = resolve(value)
    if (!open.includes(ref) && nodes < MAX_INLINED_NODES) return portable(target, depth, [...open, ref])
    const { type, description } = plainKeywords(withoutAllOf(target), rules)
    const kind = [type].flat()
    return withoutUndefined({ type, description, ...(kind.includes('array') && { items: {} }) })
  }

  /** The name of a schema's one definition, so that a recursive schema ends. */
  function defined(ref: string, depth: number): string {
    const known = names.get(ref)
    if (known) return known
    const name = freeName(ref, defs)
    names.set(ref, name)
    defs[name] = {}
    defs[name] = portable(follow(whole, ref), depth + 1, [])
    return name
  }

  /** The items of an array; those of a list in which each place has its own are of any of these. */
  function arrayKeywords(schema: Schema, { description }: Schema, inner: (value: unknown) => Schema): Schema {
    const places = [...listAt(schema, 'prefixItems'), ...listAt(schema, 'items')].filter(isSchema).map(inner)
    if (places.length === 0)
      return { items: rules.has_references ? inner(schema.items) : ofOneType(inner(schema.items)) }
    const different = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
    const [only = {}] = different
    if (different.length === 1) return { items: only }
    const order = places.map((place) => place.title ?? place.description ?? place.type ?? 'any').join(', ')
    return { items: { anyOf: different }, description: `${description ?? ''} In this order: ${order}.`.trim() }
  }

  const object = portable({ ...asOneObject(whole), type: 'object', nullable: false }, 0, ['#'])
  delete object.enum
  return { ...object, properties: object.properties ?? {}, ...(Object.keys(defs).length > 0 && { $defs: defs }) }
}

function objectKeywords(schema: Schema, inner: (value: unknown) => Schema): Schema {
  const properties = namedAt(schema, 'properties').filter(([, each]) => isSchema(each) || each === true)
  const names = new Set(properties.map(([name]) => name))
  const wanted = new Set(listAt(schema, 'required'))
  const required = [...names].filter((name) => wanted.has(name))
  const { additionalProperties } = schema
  const [byPattern] = namedAt(schema, 'patternProperties')
  const others = additionalProperties ?? byPattern?.[1]
  return {
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, each]) => [name, inner(each)])),
    }),
    ...(required.length > 0 && { required }),
    ...(typeof others === 'boolean' && { additionalProperties: others }),
    ...(isSchema(others) && { additionalProperties: inner(others) }),
  }
}

/** One vendor refuses items that may be null or of several types. */
function ofOneType(items: Schema): Schema {
  if (!Array.isArray(items.type)) return items
  const [type, ...others] = items.type.filter((each) => each !== 'null')
  return others.length === 0 ? { ...items, type } : {}
}

function freeName(ref: string, taken: Schema): string {
  const wished = (keysOfPointer(ref).at(-1) ?? '').replaceAll(/\W+/g, '_').slice(0, 60) || 'schema'
  let name = wished
  for (let n = 2; Object.hasOwn(taken, name); n++) name = `${wished}_${n}`
  return name
}

const withoutUndefined = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
