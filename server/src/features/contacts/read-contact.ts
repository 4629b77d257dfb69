import { and, asc, eq } from 'drizzle-orm'
import type { Contact } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { presentContact } from './present.ts'
import { contactChannels, contacts } from './table.ts'

/** A contact with all channels, oldest first. */
export async function readContact(ctx: OrgContext, id: string): Promise<Contact> {
  const { db, organization } = ctx
  const [contact] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.organization_id, organization.id), eq(contacts.id, id)))
  // Of a contact with thousands of channels, what is not shown takes longer to read than what is.
  const { id: channel_id, channel, channel_name, external_id, auto_name } = contactChannels
  const channels = await db
    .select({ id: channel_id, channel, channel_name, external_id, auto_name })
    .from(contactChannels)
    .where(and(eq(contactChannels.organization_id, organization.id), eq(contactChannels.contact_id, id)))
    .orderBy(asc(channel_id))
  if (!contact || channels.length === 0) throw new AppError('not_found', 'Contact not found')
  return presentContact(contact, channels)
}
