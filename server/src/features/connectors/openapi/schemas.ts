import { followPointer } from '#platform/json-pointer.ts'
import { MAX_CHARACTERS, mapNamed, NAMED, ONE, SEVERAL } from '../remote/clean-schema.ts'
import { isNode, type Node, nodeAt, resolve } from './nodes.ts'

const MAX_NODES = 3000
const MAX_DEPTH = 24
const MAX_VALUE_NODES = 500
const MAX_VALUE_DEPTH = 6
/** Longer ones are cut in what is kept. */
const SHORT_TEXT = 500
/** What says nothing about which values are taken. */
const LEFT_OUT =
  /^(example|examples|xml|externalDocs|discriminator|readOnly|writeOnly|deprecated|nullable|x-.*|\$defs|definitions)$/

/** Converts the document's schemas for one tool to JSON Schema, with the definitions that they refer to. */
export function schemasOf(document: Node) {
  const names = new Map<string, string>()
  const defs: Node = {}
  let nodes = 0
  let characters = 0

  /** Throws a `RangeError` where it is too large. */
  function read(value: unknown, depth = 0): unknown {
    if (typeof value === 'boolean') return value
    if (!isNode(value)) return {}
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) throw new RangeError('The schema is too large')
    if (typeof value.$ref === 'string') return refer(value.$ref)
    const kept: Node = {}
    for (const [key, item] of Object.entries(value)) {
      const read = keyword(key, item, depth)
      if (read === undefined) continue
      kept[key] = read
      count(key, read)
    }
    return withoutReadOnly(asOfToday(kept, value), nodeAt(value, 'properties'))
  }

  /** What would be refused for its length in the end is not read to its end. */
  function count(key: string, read: unknown): void {
    characters += key.length + (typeof read === 'string' ? Math.min(read.length, SHORT_TEXT) : 0)
    if (characters > MAX_CHARACTERS) throw new RangeError('The schema is too long')
  }

  function keyword(key: string, item: unknown, depth: number): unknown {
    if (LEFT_OUT.test(key)) return undefined
    if (ONE.has(key)) return Array.isArray(item) ? item.map((each) => read(each, depth + 1)) : read(item, depth + 1)
    if (SEVERAL.has(key)) return Array.isArray(item) ? item.map((each) => read(each, depth + 1)) : undefined
    if (NAMED.has(key)) return isNode(item) ? mapNamed(item, (each) => read(each, depth + 1)) : undefined
    return bounded(item)
  }

  /** Each referenced schema occurs once, so that a recursive one ends. */
  function refer(ref: string): Node {
    const target = followPointer(document, ref)
    if (!isNode(target)) return {}
    const known = names.get(ref)
    if (known) return { $ref: `#/$defs/${known}` }
    const name = freeKey(ref.slice(ref.lastIndexOf('/') + 1), new Set(names.values()))
    names.set(ref, name)
    defs[name] = read(target)
    return { $ref: `#/$defs/${name}` }
  }

  /** What the server alone sets is nothing to send. */
  function withoutReadOnly(schema: Node, given: Node): Node {
    const { properties, required } = schema
    if (!isNode(properties)) return schema
    const unsent = Object.keys(given).filter((name) => resolve(document, given[name])?.readOnly === true)
    if (unsent.length === 0) return schema
    const sent = Object.entries(properties).filter(([name]) => !unsent.includes(name))
    return {
      ...schema,
      properties: Object.fromEntries(sent),
      ...(Array.isArray(required) && { required: required.filter((name) => !unsent.includes(name)) }),
    }
  }

  return { read, defs: () => defs }
}

/** What versions before 3.1 of OpenAPI wrote in their own way. */
function asOfToday(schema: Node, { nullable, 'x-nullable': x_nullable }: Node): Node {
  const changed = { ...schema }
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof changed[exclusive] !== 'boolean') continue
    if (changed[exclusive]) {
      changed[exclusive] = changed[limit]
      delete changed[limit]
    } else delete changed[exclusive]
  }
  if (nullable !== true && x_nullable !== true) return changed
  if (typeof changed.type === 'string') changed.type = [changed.type, 'null']
  if (Array.isArray(changed.enum) && !changed.enum.includes(null)) changed.enum = [...changed.enum, null]
  return changed
}

const freeKey = (text: string, taken: ReadonlySet<string>): string => {
  const wished = text.replaceAll(/\W+/g, '_').slice(0, 60) || 'schema'
  let key = wished
  for (let n = 2; taken.has(key); n++) key = `${wished}_${n}`
  return key
}

/** A value as it is; not at all where it is large, or holds itself. */
function bounded(value: unknown): unknown {
  let left = MAX_VALUE_NODES
  const copy = (value: unknown, depth: number): unknown => {
    if (--left < 0 || depth > MAX_VALUE_DEPTH) throw new RangeError('The value is too large')
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    return isNode(value) ? mapNamed(value, (item) => copy(item, depth + 1)) : value
  }
  try {
    return copy(value, 0)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
