const MAX_NAME_LENGTH = 60

/** Makes names that every vendor accepts; equal ones get a number. */
export function freeNames(reserved: readonly string[] = []): (called: string) => string {
  const taken = new Set(reserved)
  /** Where the search continues, so that many of one name are not quadratic. */
  const last = new Map<string, number>()
  return (called) => {
    const wished =
      called
        .slice(0, 1000)
        .replaceAll(/[^\w.-]+/g, '_')
        .slice(0, MAX_NAME_LENGTH) || 'tool'
    let n = last.get(wished) ?? 1
    let given = wished
    for (; taken.has(given); n++) given = `${wished.slice(0, MAX_NAME_LENGTH - `_${n + 1}`.length)}_${n + 1}`
    last.set(wished, n)
    taken.add(given)
    return given
  }
}
