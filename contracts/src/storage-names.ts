// What names and paths of the storage are made of. Free of zod, so that a page can hold names against it for nothing.

/** Where deleted entries wait; nobody makes an entry of this name. */
export const TRASH = '.trashbin'

export const NAME_BYTES = 255
export const MAX_DEPTH = 256

const CONTROL = /\p{Cc}/u
/** They turn the letters around them, so that a name shows as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/
/** A dot, a slash, a backslash or a NUL that is still percent-encoded was encoded twice to get past a check. */
const ENCODED = /%(?:25)*(?:2e|2f|5c|00)/i

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Why this cannot name an entry; null where it can. */
export function faultOfName(name: string): string | null {
  if (name === '') return 'A name cannot be empty'
  // First, because what is too long for a name takes too long to compare.
  if (bytesOf(name) > NAME_BYTES) return `A name has at most ${NAME_BYTES} bytes`
  if (/^\.+$/.test(name.normalize('NFKC'))) return 'A name cannot consist of dots'
  if (/[/\\]/.test(name)) return 'A name cannot contain a slash or a backslash'
  if (ENCODED.test(name)) return 'A name cannot contain an encoded dot, slash or NUL'
  if (!name.isWellFormed() || name.includes('\ufffd')) return 'A name must be valid text'
  if (CONTROL.test(name) || TURNING.test(name)) return 'A name cannot contain control characters'
  if (/^\s|[\s.]$/u.test(name)) return 'A name cannot begin or end with a space, nor end with a dot'
  return null
}

export const namesOf = (path: string): string[] => (path === '/' ? [] : path.split('/'))
export const joinPath = (names: readonly string[]): string => (names.length === 0 ? '/' : names.join('/'))
