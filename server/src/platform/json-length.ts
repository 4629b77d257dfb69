/** Values of runs are never changed in place, so each object is written out once to be counted. */
const counted = new WeakMap<object, number>()

/** How many characters a value has as JSON; 0 for what JSON leaves out. */
export function jsonLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 0
  const known = counted.get(value)
  if (known !== undefined) return known
  const length = JSON.stringify(value).length
  counted.set(value, length)
  return length
}
