import { isSchema, listAt, namedAt, type Schema, type schemaResolver } from './schema.ts'

type Resolve = ReturnType<typeof schemaResolver>

/** Of one schema; a few lines of references to each other can otherwise mean more alternatives than there is time for. */
const MAX_MERGED_PROPERTIES = 2000
const MAX_DEPTH = 8
const MAX_DESCRIBED = 20
const MAX_DESCRIPTION_LENGTH = 1000

/** Makes one schema of several that are combined in it. */
export function schemaCombiner(resolve: Resolve) {
  let left = MAX_MERGED_PROPERTIES
  function mayMerge(schema: Schema, depth: number): boolean {
    if (depth > MAX_DEPTH || left <= 0) return false
    left -= 1 + namedAt(schema, 'properties').length
    return true
  }

  /** A schema without `allOf`: what all of them say, and where they differ what the first says. */
  function withoutAllOf(given: Schema, depth = 0): Schema {
    if (!Array.isArray(given.allOf)) return given
    const { allOf, ...base } = given
    return allOf
      .map(resolve)
      .filter((each) => mayMerge(each, depth))
      .map((each) => withoutAllOf(each, depth + 1))
      .reduce<Schema>(both, base)
  }

  /**
   * The schema of a tool's input as one object. Vendors refuse alternatives at its top, so the object has the properties of all
   * of them, and the description says which of them belong together. The tool judges what it is given in any case.
   */
  function asOneObject(given: Schema, depth = 0): Schema {
    let object = withoutAllOf(resolve(given))
    for (const key of ['oneOf', 'anyOf']) {
      const objects = listAt(object, key)
        .filter(isSchema)
        .map(resolve)
        .filter((each) => mayMerge(each, depth))
        .map((each) => asOneObject(each, depth + 1))
        .filter(({ type }) => type === undefined || [type].flat().includes('object'))
      const { [key]: combined, ...base } = object
      object = objects.length > 0 ? withAlternatives(resolve, base, objects) : base
    }
    return object
  }

  return { withoutAllOf, asOneObject }
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

function withAlternatives(resolve: Resolve, base: Schema, alternatives: readonly Schema[]): Schema {
  const found = new Map<string, unknown[]>()
  for (const [name, schema] of alternatives.flatMap((each) => namedAt(each, 'properties'))) {
    const schemas = found.get(name)
    if (schemas) schemas.push(schema)
    else found.set(name, [schema])
  }
  const own = new Map(namedAt(base, 'properties'))
  const others = [...found].filter(([name]) => !own.has(name))
  const properties = [...own, ...others.map(([name, schemas]) => [name, oneOfThese(resolve, schemas)] as const)]

  const [first = [], ...rest] = alternatives.map((each) => listAt(each, 'required'))
  const sets = rest.map((each) => new Set(each))
  const always = first.filter((name) => sets.every((set) => set.has(name)))
  const required = [...new Set([...listAt(base, 'required'), ...always])]
  const words = inWords(resolve, alternatives, new Set(required))
  const { additionalProperties: isClosed, ...kept } = base
  const described = [base.description, words].filter((text) => typeof text === 'string' && text !== '').join(' ')
  return {
    ...kept,
    // `additionalProperties: false` was meant for its own list of properties.
    ...(isClosed !== undefined && others.length === 0 && { additionalProperties: isClosed }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(described !== '' && { description: described.slice(0, MAX_DESCRIPTION_LENGTH) }),
  }
}

/** One schema for a property that several alternatives have. */
function oneOfThese(resolve: Resolve, schemas: readonly unknown[]): unknown {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  if (different.length === 1) return different[0]
  const resolved = different.map(resolve)
  const values = resolved.map(valuesOf)
  if (values.some((each) => each.length === 0)) return { anyOf: different }
  const [type, ...types] = new Set(resolved.map((schema) => schema.type))
  return { ...(types.length === 0 && type !== undefined && { type }), enum: [...new Set(values.flat())] }
}

const valuesOf = (schema: Schema): unknown[] => ('const' in schema ? [schema.const] : listAt(schema, 'enum'))

/** Which properties belong together, such as `(kind "file", path) or (kind "text", content)`. */
function inWords(resolve: Resolve, alternatives: readonly Schema[], required: ReadonlySet<unknown>): string {
  const sets = alternatives.slice(0, MAX_DESCRIBED).map((alternative) => {
    const properties = new Map(namedAt(alternative, 'properties'))
    return listAt(alternative, 'required').flatMap((name) => {
      if (typeof name !== 'string') return []
      const [value, ...others] = valuesOf(resolve(properties.get(name)))
      if (value !== undefined && others.length === 0) return [`${name} ${JSON.stringify(value)}`]
      return required.has(name) ? [] : [name]
    })
  })
  const named = [...new Set(sets.filter((set) => set.length > 0).map((set) => `(${set.join(', ')})`))]
  return named.length < 2 ? '' : `Give one of these: ${named.join(' or ')}.`
}
