const BYTES = 255

/** `report.md` with the tail ` (2)` is `report (2).md`; a name that would grow too long loses letters before the tail. */
export function withTail(name: string, tail: string, type: 'file' | 'folder'): string {
  const dot = type === 'file' ? name.lastIndexOf('.') : -1
  const stem = dot > 0 ? name.slice(0, dot) : name
  const extension = dot > 0 ? name.slice(dot) : ''
  const room = BYTES - Buffer.byteLength(tail + extension)
  const letters = [...stem]
  while (Buffer.byteLength(letters.join('')) > room) letters.pop()
  return `${letters.join('')}${tail}${extension}`
}

/** `.20261121T093000123Z`: sorts by time, and holds nothing that a name may not. */
export const stampOf = (time: Date): string => `.${time.toISOString().replaceAll(/[-:.]/g, '')}`

/** The first of these names that is free. */
export async function firstFree(
  name: string,
  type: 'file' | 'folder',
  isTaken: (name: string) => Promise<unknown>,
): Promise<string> {
  let free = name
  for (let n = 2; await isTaken(free); n++) free = withTail(name, ` (${n})`, type)
  return free
}
