import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#contracts/audit.ts'

/**
 * Something that people must be able to account for later. It concerns the context's organization, the platform as a
 * whole, or a person, and then every organization that the person belongs to.
 */
export type ActType = { readonly name: AuditAction; readonly concerns: 'organization' | 'platform' | 'person' }

export const defineAct = (name: AuditAction, concerns: ActType['concerns'] = 'organization'): ActType => ({
  name,
  concerns,
})

/** Nothing in it may be a secret. */
export type ActDetails = {
  subject?: { type: string; id?: string | number; name?: string | null }
  before?: object
  after?: object
  /** Who acted, where the context does not know them yet. */
  user_id?: string
}

/** Written in the transaction of the act, together with its commit: neither exists without the other. */
export type RecordAct = (act: ActType, details?: ActDetails) => Promise<void>

/** The fields in which two states of a thing differ, as an act tells them; null where none does. */
export function differing<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } | null {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  if (keys.length === 0) return null
  const pick = (from: T) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
