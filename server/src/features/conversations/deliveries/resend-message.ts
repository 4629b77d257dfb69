import { and, eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type ConversationParties, deliveringChannel } from '../define-channel.ts'
import { deliveryDue } from '../events.ts'
import { type MessageRow, messageDeliveries, messages } from '../table.ts'
import { announceDelivery } from './announce-delivery.ts'

/**
 * Makes a failed delivery due again because a person asked for it; in a transaction, in a conversation that the caller has
 * locked. Parts that certainly arrived are not sent again. The one whose outcome is unknown is, unless the channel can find out.
 * Attempts continue to be counted, because the count tells a late attempt from a newer one.
 */
export async function resendMessage(ctx: OrgContext, message: MessageRow, parties: ConversationParties): Promise<void> {
  const own = eq(messageDeliveries.message_id, message.id)
  const isFailed = and(own, eq(messageDeliveries.state, 'failed'))
  const resolvesUncertainParts = deliveringChannel(parties.channel.name)?.resolvesUncertainParts ?? false
  const [due] = await ctx.db
    .update(messageDeliveries)
    .set({
      state: 'pending',
      last_error: null,
      next_attempt_at: ctx.now(),
      ...(!resolvesUncertainParts && { part_begun: false }),
    })
    .where(isFailed)
    .returning({ organization_id: messageDeliveries.organization_id, message_id: messageDeliveries.message_id })
  if (!due)
    throw new AppError('conflict', 'The delivery of this message has not failed', { code: 'DELIVERY_NOT_FAILED' })
  // Only a completed answer is delivered: one that has failed did so by this delivery.
  if (message.status === 'failed') {
    await ctx.db
      .update(messages)
      .set({ status: 'completed', error: null })
      .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, message.id)))
  }
  await announceDelivery(ctx, message.id, parties)
  await ctx.emit(deliveryDue, due)
}
