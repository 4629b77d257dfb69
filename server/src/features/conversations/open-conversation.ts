import { sql } from 'drizzle-orm'
import type { Channel } from '#contracts/conversations.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type ContactDetails, contactParameters, newContact } from './contact-details.ts'
import {
  type ContactChannelRow,
  type ConversationRow,
  contactChannels,
  contacts,
  conversations,
  participants,
} from './table.ts'

export type ChannelKey = { channel: Channel; channel_name: string }

export type OpenConversation = ChannelKey & {
  employee_id: string
  /** The contact as the channel knows them, and what it says of them. */
  contact_external_id: string
  contact: ContactDetails
  /** The caller's own id; null makes a new conversation. */
  external_id: string | null
  user_id: string | null
  /** The channel that takes answers to the other side; null where they are read here. */
  delivers_by: string | null
}

/** Two first conversations at once meet in one row; `xmax = 0` distinguishes a row that was just inserted from an existing one. */
const findOrAddContact = defineStatement(
  'find_or_add_contact',
  {
    id: 'uuid',
    organization_id: 'uuid',
    contact_id: 'uuid',
    channel: 'text',
    channel_name: 'text',
    external_id: 'text',
    auto_name: 'text',
    user_id: 'uuid?',
    current_conversation_id: 'uuid',
    ...contactParameters,
    now: 'timestamptz',
  },
  (p) => sql<ContactChannelRow>`
  with known as (
    insert into ${contactChannels} (id, organization_id, contact_id, channel, channel_name, external_id, auto_name,
      user_id, current_conversation_id, created_at)
    values (${p.id}, ${p.organization_id}, ${p.contact_id}, ${p.channel}, ${p.channel_name}, ${p.external_id},
      ${p.auto_name}, ${p.user_id}, ${p.current_conversation_id}, ${p.now})
    on conflict (organization_id, channel, channel_name, external_id)
      do update set current_conversation_id = excluded.current_conversation_id
    returning *, xmax = 0 as is_new
  ), new_contact as (
    insert into ${contacts} (id, organization_id, first_name, last_name, email, phone, created_at)
    select contact_id, organization_id, ${p.first_name}, ${p.last_name}, ${p.email}, ${p.phone}, ${p.now}
    from known where is_new
  ), changed_contact as (
    update ${contacts} set first_name = coalesce(${p.first_name}, first_name),
      last_name = coalesce(${p.last_name}, last_name), email = coalesce(${p.email}, email),
      phone = coalesce(${p.phone}, phone)
    from known where contacts.id = known.contact_id and not known.is_new
  )
  select * from known`,
)

/**
 * Opens a conversation that has no message yet and makes it the contact's current one. One that begins with a message is
 * opened by the statement that accepts the message.
 */
export function openConversation(
  ctx: OrgContext,
  wanted: Omit<OpenConversation, 'external_id'>,
): Promise<{ conversation: ConversationRow; contact_channel: ContactChannelRow }> {
  return ctx.transaction(async (ctx) => {
    const [organization_id, created_at, conversation_id] = [ctx.organization.id, ctx.now(), newId()]
    const { employee_id, channel, channel_name, delivers_by } = wanted
    const [contact_channel] = await findOrAddContact(ctx.db, {
      ...newContact(wanted),
      organization_id,
      channel,
      channel_name,
      current_conversation_id: conversation_id,
      now: created_at,
    })
    if (!contact_channel) throw new Error('The contact was not written')
    const [conversation] = await ctx.db
      .insert(conversations)
      .values({
        id: conversation_id,
        organization_id,
        employee_id,
        contact_channel_id: contact_channel.id,
        channel,
        channel_name,
        delivers_by,
        created_at,
      })
      .returning()
    if (!conversation) throw new Error('The conversation was not written')
    const place = { organization_id, conversation_id, contact_channel_id: contact_channel.id }
    await ctx.db.insert(participants).values({ ...place, joined_at: created_at })
    return { conversation, contact_channel }
  })
}
