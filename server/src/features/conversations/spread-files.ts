import { and, eq } from 'drizzle-orm'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { announceMessage, announceMessageUpdate } from './announce-message.ts'
import { channelOf, type Delivery } from './define-channel.ts'
import { lockConversation } from './lock-conversation.ts'
import { emptyMessage } from './new-message-rows.ts'
import { presentMessage } from './present.ts'
import { type AttachmentRow, attachments, type MessageRow, messageDeliveries, messages } from './table.ts'

/**
 * Gives each of these files of a message that is being delivered a message of its own behind it, so that one that cannot be
 * delivered takes nothing else with it. The rule is the contract's, for platforms that take one file at a time. Nothing
 * happens where the delivery was withdrawn meanwhile.
 */
export async function spreadFiles(ctx: OrgContext, delivery: Delivery, files: readonly AttachmentRow[]): Promise<void> {
  const { message, attachments: all, teammate, contact_channel } = delivery
  const kept = all.filter(({ id }) => !files.some((file) => file.id === id))
  const organization_id = ctx.organization.id
  await ctx.transaction(async (ctx) => {
    // A takeover withdraws under the same lock.
    const conversation = await lockConversation(ctx, message.conversation_id)
    const [pending] = await ctx.db
      .select({ channel: messageDeliveries.channel })
      .from(messageDeliveries)
      .where(and(eq(messageDeliveries.message_id, message.id), eq(messageDeliveries.state, 'pending')))
    if (!pending) return
    const about = { teammate, contact_channel, channel: channelOf(conversation) }
    const now = ctx.now()
    await announceMessageUpdate(ctx, presentMessage(message, kept, teammate), about)
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
      await announceMessage(ctx, presentMessage(own, [file], teammate), about)
    }
  })
}
