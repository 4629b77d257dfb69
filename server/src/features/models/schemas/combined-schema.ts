import { isSchema, listAt, namedAt, resolve, type Schema } from './schema.ts'

const MAX_DEPTH = 8
const MAX_DESCRIBED = 20
const MAX_DESCRIPTION_LENGTH = 1000

/** A schema without `allOf`: what all of them say, and where they differ what the first says. */
export function withoutAllOf(whole: Schema, given: Schema, depth = 0): Schema {
  if (!Array.isArray(given.allOf)) return given
  const { allOf, ...base } = given
  if (depth > MAX_DEPTH) return base
  return listAt({ allOf }, 'allOf')
    .map((each) => withoutAllOf(whole, resolve(whole, each), depth + 1))
    .reduce<Schema>(both, base)
}

function both(first: Schema, second: Schema): Schema {
  const properties = new Map(namedAt(second, 'properties'))
  for (const [name, schema] of namedAt(first, 'properties')) {
    const other = properties.get(name)
    properties.set(name, isSchema(schema) && isSchema(other) ? { allOf: [schema, other] } : schema)
  }
  const required = [...new Set([...listAt(first, 'required'), ...listAt(second, 'required')])]
  return {
    ...second,
    ...first,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  }
}

/**
 * The schema of a tool's input as one object. Vendors refuse alternatives at its top, so the object has the properties of all
 * of them, and which belong together is said in words. The tool judges what it is given in any case.
 */
export function asOneObject(whole: Schema, given: Schema, depth = 0): Schema {
  let object = withoutAllOf(whole, resolve(whole, given))
  for (const key of ['oneOf', 'anyOf']) {
    const { [key]: alternatives, ...base } = object
    const objects =
      depth > MAX_DEPTH
        ? []
        : listAt({ alternatives }, 'alternatives')
            .filter(isSchema)
            .map((each) => asOneObject(whole, each, depth + 1))
            .filter(({ type }) => type === undefined || [type].flat().includes('object'))
    object = objects.length > 0 ? withAlternatives(whole, base, objects) : base
  }
  return object
}

function withAlternatives(whole: Schema, base: Schema, alternatives: readonly Schema[]): Schema {
  const own = new Map(namedAt(base, 'properties'))
  const found = new Map<string, unknown[]>()
  for (const alternative of alternatives) {
    for (const [name, schema] of namedAt(alternative, 'properties'))
      found.set(name, [...(found.get(name) ?? []), schema])
  }
  const properties = new Map<string, unknown>()
  for (const [name, schemas] of found) properties.set(name, oneOfThese(whole, schemas))
  for (const [name, schema] of own) properties.set(name, schema)

  const [first = [], ...others] = alternatives.map((each) => listAt(each, 'required'))
  const always = first.filter((name) => others.every((required) => required.includes(name)))
  const required = [...new Set([...listAt(base, 'required'), ...always])]
  const { additionalProperties: closed, ...rest } = base
  const { description } = base
  const words = inWords(whole, alternatives, new Set(required))
  return {
    ...rest,
    // One that says which properties there are said so without those of the alternatives.
    ...(closed !== undefined && found.size === 0 && { additionalProperties: closed }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(words !== '' && {
      description: [description, words]
        .filter((text) => typeof text === 'string')
        .join(' ')
        .slice(0, MAX_DESCRIPTION_LENGTH),
    }),
  }
}

/** One schema for a property that several alternatives have. */
function oneOfThese(whole: Schema, schemas: readonly unknown[]): unknown {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  if (different.length === 1) return different[0]
  const values = different.map((schema) => valuesOf(resolve(whole, schema)))
  if (values.every((each) => each.length > 0)) {
    const types = new Set(different.map((schema) => resolve(whole, schema).type))
    const [type] = types
    return { ...(types.size === 1 && type !== undefined && { type }), enum: [...new Set(values.flat())] }
  }
  return { anyOf: different }
}

const valuesOf = (schema: Schema): unknown[] => ('const' in schema ? [schema.const] : listAt(schema, 'enum'))

/** Which properties belong together, such as `(kind "file", path) or (kind "text", content)`. */
function inWords(whole: Schema, alternatives: readonly Schema[], required: ReadonlySet<unknown>): string {
  const sets = alternatives.slice(0, MAX_DESCRIBED).map((alternative) => {
    const properties = new Map(namedAt(alternative, 'properties'))
    return listAt(alternative, 'required').flatMap((name) => {
      if (typeof name !== 'string') return []
      const [value, ...others] = valuesOf(resolve(whole, properties.get(name)))
      if (value !== undefined && others.length === 0) return [`${name} ${JSON.stringify(value)}`]
      return required.has(name) ? [] : [name]
    })
  })
  const named = [...new Set(sets.filter((set) => set.length > 0).map((set) => `(${set.join(', ')})`))]
  return named.length < 2 ? '' : `Give one of these: ${named.join(' or ')}.`
}
