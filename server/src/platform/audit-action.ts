import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#contracts/audit.ts'

/**
 * An action that is recorded in the audit log. It concerns the context's organization, the platform as a
 * whole, or a person, and then every organization that the person belongs to.
 */
export type AuditActionType = { readonly name: AuditAction; readonly concerns: 'organization' | 'platform' | 'person' }

export const defineAuditAction = (
  name: AuditAction,
  concerns: AuditActionType['concerns'] = 'organization',
): AuditActionType => ({
  name,
  concerns,
})

/** Nothing in it may be a secret. */
export type AuditDetails = {
  subject?: { type: string; id?: string | number; name?: string | null }
  before?: object
  after?: object
  /** Who acted, where the context does not know them yet. */
  user_id?: string
}

/** Written in the transaction of the action and together with its commit: neither exists without the other. */
export type RecordAuditAction = (action: AuditActionType, details?: AuditDetails) => Promise<void>

/** The fields in which two states of a thing differ, as an audit entry shows them; null where they are equal. */
export function differing<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } | null {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  if (keys.length === 0) return null
  const pick = (from: T) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
