import { and, eq } from 'drizzle-orm'
import type { Contact } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import { readContact } from '../../contacts/read-contact.ts'
import { contacts } from '../../contacts/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { visibleContacts } from '../access.ts'

/** A contact who has written to a teammate that the caller sees. */
export async function findContact(ctx: MemberContext, id: string): Promise<Contact> {
  await seesContact(ctx, { contact_id: id })
  return readContact(ctx, id)
}

/** For routes whose path names a contact. */
export async function seesContact(ctx: MemberContext, { contact_id }: { contact_id: string }): Promise<void> {
  const [found] = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.id, contact_id), await visibleContacts(ctx)))
  if (!found) throw new AppError('not_found', 'Contact not found')
}
