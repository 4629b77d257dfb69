const IN_BRACKETS = /^(\w+)\[([^[\]]+)\]$/

/** A query in which `name[key]=value` is an object under `name`, as OpenAPI's `deepObject` writes it. */
export function nestedQuery(query: unknown): Record<string, unknown> {
  const plain: [string, unknown][] = []
  const nested = new Map<string, [string, unknown][]>()
  for (const [name, value] of Object.entries(Object(query))) {
    const [, outer, key] = IN_BRACKETS.exec(name) ?? []
    if (outer === undefined || key === undefined) plain.push([name, value])
    else nested.set(outer, [...(nested.get(outer) ?? []), [key, value]])
  }
  return Object.fromEntries([
    ...plain,
    ...[...nested].map(([name, entries]) => [name, Object.fromEntries(entries)] as const),
  ])
}
