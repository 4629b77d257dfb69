import { and, asc, eq } from 'drizzle-orm'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { channelOf, type Delivery } from '../define-channel.ts'
import { lockConversation } from '../lock-conversation.ts'
import { announceMessage, announceMessageUpdate } from '../messages/announce-message.ts'
import { emptyMessage } from '../messages/new-message-rows.ts'
import { presentMessage } from '../present.ts'
import { attachments, type MessageRow, messageDeliveries, messages } from '../table.ts'

/**
 * Gives each file of a message that is being delivered a message of its own behind it, so that one that cannot be delivered
 * takes nothing else with it; a message without words keeps the first. The rule is the contract's, for platforms that take
 * one file at a time. Nothing happens where the delivery was withdrawn meanwhile, and to no file that an earlier attempt has
 * given one.
 */
export async function spreadFiles(
  ctx: OrgContext,
  { message, teammate, contact_channel }: Pick<Delivery, 'message' | 'teammate' | 'contact_channel'>,
): Promise<void> {
  const organization_id = ctx.organization.id
  await ctx.transaction(async (ctx) => {
    // A takeover withdraws under the same lock.
    const conversation = await lockConversation(ctx, message.conversation_id)
    const [pending] = await ctx.db
      .select({ channel: messageDeliveries.channel })
      .from(messageDeliveries)
      .where(and(eq(messageDeliveries.message_id, message.id), eq(messageDeliveries.state, 'pending')))
    if (!pending) return
    const all = await ctx.db
      .select()
      .from(attachments)
      .where(and(eq(attachments.organization_id, organization_id), eq(attachments.message_id, message.id)))
      .orderBy(asc(attachments.id))
    const kept = message.content === '' ? all.slice(0, 1) : []
    const files = all.slice(kept.length)
    if (files.length === 0) return
    const parties = { teammate, contact_channel, channel: channelOf(conversation) }
    const now = ctx.now()
    await announceMessageUpdate(ctx, presentMessage(message, kept, teammate), parties)
    for (const file of files) {
      const own: MessageRow = {
        ...emptyMessage,
        id: newId(),
        organization_id,
        conversation_id: conversation.id,
        channel: conversation.channel,
        role: message.role,
        employee_id: message.employee_id,
        user_id: message.user_id,
        created_at: now,
        completed_at: now,
      }
      await ctx.db.insert(messages).values(own)
      await ctx.db
        .update(attachments)
        .set({ message_id: own.id })
        .where(and(eq(attachments.organization_id, organization_id), eq(attachments.id, file.id)))
      await ctx.db.insert(messageDeliveries).values({
        organization_id,
        message_id: own.id,
        conversation_id: conversation.id,
        channel: pending.channel,
        next_attempt_at: now,
        created_at: now,
      })
      await announceMessage(ctx, presentMessage(own, [file], teammate), parties)
    }
  })
}
