import { z } from 'zod'

/** Where deleted entries wait; nobody makes an entry of this name. */
export const TRASH = '.trashbin'

const NAME_BYTES = 255
export const MAX_DEPTH = 256

const CONTROL = /\p{Cc}/u
/** They turn the letters around them, so that a name shows as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/
/** A dot, a slash, a backslash or a NUL that is still percent-encoded was encoded twice to get past a check. */
const ENCODED = /%(?:25)*(?:2e|2f|5c|00)/i

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Why this cannot name an entry; null where it can. */
function faultOf(name: string): string | null {
  if (name === '') return 'A name cannot be empty'
  if (/^\.+$/.test(name.normalize('NFKC'))) return 'A name cannot consist of dots'
  if (/[/\\]/.test(name)) return 'A name cannot contain a slash or a backslash'
  if (ENCODED.test(name)) return 'A name cannot contain an encoded dot, slash or NUL'
  if (!name.isWellFormed() || name.includes('\ufffd')) return 'A name must be valid text'
  if (CONTROL.test(name) || TURNING.test(name)) return 'A name cannot contain control characters'
  if (/^\s|[\s.]$/u.test(name)) return 'A name cannot begin or end with a space, nor end with a dot'
  if (bytesOf(name) > NAME_BYTES) return `A name has at most ${NAME_BYTES} bytes`
  return null
}

const refuse = (issue: z.RefinementCtx<unknown>, message: string) => {
  issue.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** What a new entry is called. */
export const EntryName = z.string().transform((text, issue) => {
  const name = text.normalize('NFC')
  const fault = faultOf(name)
  if (fault) return refuse(issue, fault)
  return name.toLowerCase() === TRASH ? refuse(issue, `The name ${TRASH} is reserved`) : name
})

/**
 * A path in its one canonical form: names joined by slashes, without any at its ends; the root is `/`. One slash may lead
 * and one may trail what is sent.
 */
export const StoragePath = z.string().transform((text, issue) => {
  const inner = text.normalize('NFC').replace(/^\//, '').replace(/\/$/, '')
  if (inner === '') return text === '' || text === '/' ? '/' : refuse(issue, 'A path has no empty parts')
  const names = inner.split('/')
  if (names.includes('')) return refuse(issue, 'A path has no empty parts')
  if (names.length > MAX_DEPTH) return refuse(issue, `A path has at most ${MAX_DEPTH} parts`)
  const fault = names.map(faultOf).find((fault) => fault !== null)
  return fault ? refuse(issue, fault) : inner
})

export const namesOf = (path: string): string[] => (path === '/' ? [] : path.split('/'))
export const joinPath = (names: readonly string[]): string => (names.length === 0 ? '/' : names.join('/'))
