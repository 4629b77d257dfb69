import { asc, eq } from 'drizzle-orm'
import type { InboxConversation, InboxConversationDetail } from '#contracts/inbox.ts'
import { AppError } from '#platform/error.ts'
import { displayName } from '../contacts/present.ts'
import { readContact } from '../contacts/read-contact.ts'
import { contactChannels, contacts } from '../contacts/table.ts'
import { participants } from '../conversations/table.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import { findConversation } from './access.ts'
import { presentInbox } from './rows.ts'

export async function showOne(ctx: OrgContext, id: string): Promise<InboxConversation> {
  const [shown] = await presentInbox(ctx, [id])
  // Deleted since it was found.
  if (!shown) throw new AppError('not_found', 'Conversation not found')
  return shown
}

/** A conversation with its participants and its contact's details. */
export async function showConversation(ctx: MemberContext, id: string): Promise<InboxConversationDetail> {
  await findConversation(ctx, id)
  const shown = await showOne(ctx, id)
  const taking = await ctx.db
    .select({ participant: participants, channel: contactChannels, contact: contacts })
    .from(participants)
    .innerJoin(contactChannels, eq(contactChannels.id, participants.contact_channel_id))
    .innerJoin(contacts, eq(contacts.id, contactChannels.contact_id))
    .where(eq(participants.conversation_id, id))
    .orderBy(asc(participants.joined_at), asc(participants.contact_channel_id))
  return {
    ...shown,
    participants: taking.map(({ participant, channel, contact }) => ({
      contact_channel_id: channel.id,
      contact_id: contact.id,
      display_name:
        contact.id === shown.contact.id ? shown.contact.display_name : displayName(contact, channel.auto_name),
      is_active: participant.is_active,
    })),
    full_contact: { ...(await readContact(ctx, shown.contact.id)), display_name: shown.contact.display_name },
  }
}
