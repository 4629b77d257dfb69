import type { LargeText } from '../large-text.ts'
import { malformedBody } from './read-body.ts'

type Value = string | LargeText
type Node = Map<string, Node | Value | Value[]>

const NAME_WITH_KEYS = /^([^[\]]+)((?:\[[^[\]]*\])+)$/
const KEY = /\[([^[\]]*)\]/g
const MAX_KEYS = 5

/**
 * What the fields of a form say, as frameworks read them: a name that is repeated is a list, `a[]` is a list of any length, and
 * `a[b]` is the field `b` of `a`. Other brackets are part of the name.
 */
export function nestFields(fields: readonly (readonly [string, Value])[]): Record<string, unknown> {
  const root: Node = new Map()
  for (const [name, value] of fields) {
    if (put(root, pathOf(name), value) || put(root, [name], value)) continue
    throw malformedBody(`The body has a field that is both a value and an object: ${name}`)
  }
  return objectOf(root)
}

function pathOf(name: string): string[] {
  const [, first, keys] = NAME_WITH_KEYS.exec(name) ?? []
  if (first === undefined || keys === undefined) return [name]
  const path = [first, ...Array.from(keys.matchAll(KEY), ([, key = '']) => key)]
  return path.length > MAX_KEYS + 1 || path.slice(0, -1).includes('') ? [name] : path
}

/** False where the name means something else already. */
function put(node: Node, [key = '', ...rest]: readonly string[], value: Value): boolean {
  const before = node.get(key)
  if (rest.length > 0 && rest[0] !== '') {
    const child: Node | null = before === undefined ? new Map() : before instanceof Map ? before : null
    if (!child || !put(child, rest, value)) return false
    node.set(key, child)
    return true
  }
  if (before instanceof Map) return false
  if (before !== undefined) node.set(key, [before, value].flat())
  else node.set(key, rest.length > 0 ? [value] : value)
  return true
}

function objectOf(node: Node): Record<string, unknown> {
  const fields = [...node].map(([name, value]) => [name, value instanceof Map ? listOrObject(value) : value] as const)
  for (const [name, value] of fields) {
    if (name === '__proto__' || (name === 'constructor' && value instanceof Object && 'prototype' in value))
      throw malformedBody(`The body has a field that is not accepted: ${name}`)
  }
  return Object.fromEntries(fields)
}

/** Keys that count from 0 on are places of a list. */
function listOrObject(node: Node): unknown {
  const isList = [...node.keys()].every((key, index) => key === String(index))
  const object = objectOf(node)
  return isList ? Object.values(object) : object
}
