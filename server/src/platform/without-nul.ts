/**
 * Removes NUL characters from every text and name in a value that was sent, so that what is checked is what PostgreSQL stores,
 * which has no NUL. Returns the same value where there is none. The depth is bounded by the readers of bodies and queries.
 */
export function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return stripped(value)
  if (Array.isArray(value)) {
    const items = value.map(withoutNul)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const entries = Object.entries(value)
  const clean = entries.map(([name, item]) => [stripped(name), withoutNul(item)] as const)
  const isClean = clean.every(([name, item], index) => name === entries[index]?.[0] && item === entries[index]?.[1])
  return isClean ? value : Object.fromEntries(clean)
}

const stripped = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/** Bytes and files that were read are left alone. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
