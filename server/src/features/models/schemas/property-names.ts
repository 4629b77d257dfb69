import { isSchema, listAt, namedAt, type Schema } from './schema.ts'

const MAX_NAME_LENGTH = 64
/** Longer names are cut, because the time for trimming grows with the square of the length. */
const MAX_READ_CHARACTERS = 200
/** Anthropic's rule; it looks at the top of a schema alone. */
const TAKEN = /^[a-zA-Z0-9_.-]{1,64}$/

type Input = Record<string, unknown>

/** Inputs from a tool's names of properties to a vendor's, and back. */
export type PropertyNames = { encode(input: Input): Input; decode(input: Input): Input }

/** The schema of a tool's input with property names that every vendor accepts, such as `top` for `$top`. */
export function propertyNames(schema: Schema): PropertyNames & { input_schema: Schema } {
  const properties = namedAt(schema, 'properties')
  const used = new Set(properties.map(([name]) => name).filter((name) => TAKEN.test(name)))
  const given = new Map(
    properties.filter(([name]) => !TAKEN.test(name)).map(([name]) => [name, freeName(name, used)] as const),
  )
  const own = new Map([...given].map(([name, short]) => [short, name]))
  const rename = (names: ReadonlyMap<string, string>) => (input: Input) =>
    names.size === 0
      ? input
      : Object.fromEntries(Object.entries(input).map(([name, value]) => [names.get(name) ?? name, value]))
  const renamed = {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, each]) => [given.get(name) ?? name, given.has(name) ? withName(each, name) : each]),
    ),
    ...(Array.isArray(schema.required) && {
      required: listAt(schema, 'required').map((name) => given.get(String(name)) ?? name),
    }),
  }
  return { input_schema: given.size === 0 ? schema : renamed, encode: rename(given), decode: rename(own) }
}

function freeName(name: string, used: Set<string>): string {
  const plain = name
    .slice(0, MAX_READ_CHARACTERS)
    .replaceAll(/[^a-zA-Z0-9_.-]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '')
    .slice(0, MAX_NAME_LENGTH)
  const wished = plain === '' ? 'value' : plain
  let free = wished
  for (let n = 2; used.has(free); n++) free = `${wished.slice(0, MAX_NAME_LENGTH - `_${n}`.length)}_${n}`
  used.add(free)
  return free
}

/** The original name in the description, such as the Russian name of an input. */
function withName(schema: unknown, name: string): unknown {
  if (!isSchema(schema)) return schema
  const named = `Its name is ${JSON.stringify(name)}.`
  return { ...schema, description: typeof schema.description === 'string' ? `${named} ${schema.description}` : named }
}
