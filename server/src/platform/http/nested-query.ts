const WITH_BRACKET = /^(\w+)\[(.*)$/s
const KEY = /^([^[\]]+)\]$/

/**
 * A query in which `name[key]=value` is an object under `name`, as OpenAPI's `deepObject` writes it. Any other brackets are
 * given as the value of `name`, which takes an object: what was meant to narrow a list down must not be passed over.
 */
export function nestedQuery(query: unknown): Record<string, unknown> {
  const plain: [string, unknown][] = []
  const nested = new Map<string, [string, unknown][]>()
  const malformed: [string, unknown][] = []
  for (const [name, value] of Object.entries(Object(query))) {
    const [, outer, rest = ''] = WITH_BRACKET.exec(name) ?? []
    const [, key] = KEY.exec(rest) ?? []
    if (outer === undefined) plain.push([name, value])
    else if (key === undefined || key === '__proto__') malformed.push([outer, value])
    else nested.set(outer, [...(nested.get(outer) ?? []), [key, value]])
  }
  return Object.fromEntries([
    ...plain,
    ...[...nested].map(([name, entries]) => [name, Object.fromEntries(entries)] as const),
    ...malformed,
  ])
}
