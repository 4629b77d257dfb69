import { and, asc, eq } from 'drizzle-orm'
import type { Contact } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { presentContact } from './present.ts'
import { contactChannels, contacts } from './table.ts'

/** A contact with all channels, oldest first. */
export async function readContact(ctx: OrgContext, id: string): Promise<Contact> {
  const rows = await ctx.db
    .select({ contact: contacts, channel: contactChannels })
    .from(contacts)
    .innerJoin(
      contactChannels,
      and(eq(contactChannels.organization_id, contacts.organization_id), eq(contactChannels.contact_id, contacts.id)),
    )
    .where(and(eq(contacts.organization_id, ctx.organization.id), eq(contacts.id, id)))
    .orderBy(asc(contactChannels.id))
  const [first] = rows
  if (!first) throw new AppError('not_found', 'Contact not found')
  return presentContact(
    first.contact,
    rows.map(({ channel }) => channel),
  )
}
