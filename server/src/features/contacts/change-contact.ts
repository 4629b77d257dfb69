import { and, eq } from 'drizzle-orm'
import type { UpdateContact } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../organizations/context.ts'
import { hasDigit, normalizeContact } from './contact-details.ts'
import { type ContactRow, contacts } from './table.ts'

/** A field that is left out does not change; an empty text or null clears it. */
export async function changeContact(ctx: OrgContext, id: string, changes: UpdateContact): Promise<ContactRow> {
  if (changes.phone?.trim() && !hasDigit(changes.phone)) {
    throw validationError([{ path: 'phone', message: 'A phone number has digits' }])
  }
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const normalized: Record<string, string | undefined> = normalizeContact(
    Object.fromEntries(given.map(([field, value]) => [field, value ?? ''])),
  )
  const values = Object.fromEntries(given.map(([field]) => [field, normalized[field] ?? null]))
  const own = and(eq(contacts.organization_id, ctx.organization.id), eq(contacts.id, id))
  const [row] =
    given.length > 0
      ? await ctx.db.update(contacts).set(values).where(own).returning()
      : await ctx.db.select().from(contacts).where(own)
  if (!row) throw new AppError('not_found', 'Contact not found')
  return row
}
