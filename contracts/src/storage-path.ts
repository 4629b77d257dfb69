import { z } from 'zod'
import { faultOfName, MAX_DEPTH, TRASH } from './storage-names.ts'

const refuse = (issue: z.RefinementCtx<unknown>, message: string) => {
  issue.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** What a new entry is called. */
export const EntryName = z.string().transform((text, issue) => {
  const name = text.normalize('NFC')
  const fault = faultOfName(name)
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
  const fault = names.map(faultOfName).find((fault) => fault !== null)
  return fault ? refuse(issue, fault) : inner
})
