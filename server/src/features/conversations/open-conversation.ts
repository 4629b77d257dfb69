import { and, eq, isNull } from 'drizzle-orm'
import { newId } from '#platform/id.ts'
import type { ContactDetails } from '../contacts/contact-details.ts'
import { type ChannelKey, findOrAddContact } from '../contacts/find-or-add-contact.ts'
import type { ContactChannelRow } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { announceContact } from './announce-contact.ts'
import { type ConversationRow, conversations, participants } from './table.ts'

export type OpenConversation = ChannelKey & {
  employee_id: string
  /** The contact's id on the channel, and the details that it sends. */
  contact_external_id: string
  contact: ContactDetails
  /** The caller's own id; null makes a new conversation. */
  external_id: string | null
  user_id: string | null
  /** The channel that delivers answers; null if clients read them from this server. */
  delivers_by: string | null
}

/**
 * Opens a conversation that has no message yet; several at once under one id of the caller's are one. One that begins with
 * a message is opened by the statement that accepts the message.
 */
export function openConversation(
  ctx: OrgContext,
  /** `opens_current`: whether it becomes the one in which the contact's next message belongs. */
  wanted: OpenConversation & { opens_current: boolean },
): Promise<{ conversation: ConversationRow; contact_channel: ContactChannelRow }> {
  return ctx.transaction(async (ctx) => {
    const [organization_id, created_at, conversation_id] = [ctx.organization.id, ctx.now(), newId()]
    const { employee_id, channel, channel_name, external_id, delivers_by } = wanted
    const current_conversation_id = wanted.opens_current ? conversation_id : null
    const contact_channel = await findOrAddContact(ctx, { ...wanted, current_conversation_id })
    if (contact_channel.is_changed) await announceContact(ctx, contact_channel.contact_id)
    const [opened] = await ctx.db
      .insert(conversations)
      .values({
        id: conversation_id,
        organization_id,
        employee_id,
        contact_channel_id: contact_channel.id,
        channel,
        channel_name,
        external_id,
        delivers_by,
        created_at,
      })
      .onConflictDoNothing()
      .returning()
    const conversation = opened ?? (await findByCallersId(ctx, wanted))
    if (!conversation) throw new Error('The conversation was not written')
    const place = { organization_id, conversation_id: conversation.id, contact_channel_id: contact_channel.id }
    await ctx.db
      .insert(participants)
      .values({ ...place, joined_at: created_at })
      .onConflictDoNothing()
    return { conversation, contact_channel }
  })
}

async function findByCallersId(
  ctx: OrgContext,
  { employee_id, channel, channel_name, external_id }: OpenConversation,
): Promise<ConversationRow | undefined> {
  if (external_id === null) return undefined
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.organization_id, ctx.organization.id),
        eq(conversations.employee_id, employee_id),
        eq(conversations.channel, channel),
        eq(conversations.channel_name, channel_name),
        eq(conversations.external_id, external_id),
        isNull(conversations.deleted_at),
      ),
    )
  return row
}
