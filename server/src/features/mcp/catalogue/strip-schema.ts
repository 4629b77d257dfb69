/** What is in these is data, in which a key may have any name. */
const DATA = new Set(['const', 'enum', 'default', 'examples'])

/** A JSON schema without `$schema` at any depth: clients of other drafts refuse what names one that they do not know. */
export function stripSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(stripSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$schema')
      .map(([key, value]) => [key, DATA.has(key) ? value : stripSchema(value)]),
  )
}
