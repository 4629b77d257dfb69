/** What a pointer `#/…` leads to within a document (RFC 6901, as a fragment); undefined where it leads nowhere. */
export function followPointer(document: object, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  let at: unknown = document
  for (const key of keysOfPointer(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

/** The keys of a pointer `#/…`, one inside of the other. */
export const keysOfPointer = (pointer: string): string[] =>
  pointer
    .slice(2)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
