import { z } from 'zod'
import { faultOfName, MAX_DEPTH, NAME_BYTES, TRASH } from './storage-names.ts'

const refuse = (issue: z.RefinementCtx<unknown>, message: string) => {
  issue.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** No name that is good in NFC is longer before. Longer ones wait for as long as comparing each accent with each other takes. */
const MAX_COMPOSED_BYTES = 4 * NAME_BYTES

/** In NFC, unless it is too long for a name in any case. */
const composed = (name: string): string => (name.length > MAX_COMPOSED_BYTES ? name : name.normalize('NFC'))

/** What a new entry is called. */
export const EntryName = z.string().transform((text, issue) => {
  const name = composed(text)
  const fault = faultOfName(name)
  if (fault) return refuse(issue, fault)
  return name.toLowerCase() === TRASH ? refuse(issue, `The name ${TRASH} is reserved`) : name
})

/**
 * A path in its one canonical form: names joined by slashes, without any at its ends; the root is `/`. One slash may lead
 * and one may trail what is sent.
 */
export const StoragePath = z.string().transform((text, issue) => {
  const inner = text.replace(/^\//, '').replace(/\/$/, '')
  if (inner === '') return text === '' || text === '/' ? '/' : refuse(issue, 'A path has no empty parts')
  const parts = inner.split('/')
  if (parts.includes('')) return refuse(issue, 'A path has no empty parts')
  if (parts.length > MAX_DEPTH) return refuse(issue, `A path has at most ${MAX_DEPTH} parts`)
  const names = parts.map(composed)
  const fault = names.map(faultOfName).find((fault) => fault !== null)
  return fault ? refuse(issue, fault) : names.join('/')
})
