import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiFeedback } from '#contracts/api-chat.ts'
import type { Message } from '#contracts/conversations.ts'
import { contactChannels } from '../contacts/table.ts'
import { channelOf } from '../conversations/define-channel.ts'
import { giveFeedback } from '../conversations/feedback/give-feedback.ts'
import { noSuchMessage } from '../conversations/messages/find-message.ts'
import { conversations, messages, participants } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees } from '../teammates/table.ts'
import { apiChannelKey } from './channel.ts'

/** What a contact thinks of an answer in a conversation that they take part in. */
export async function giveApiFeedback(
  ctx: OrgContext,
  { employee_id, message_id }: { employee_id: string; message_id: string },
  { channel, contact_id, ...feedback }: z.output<typeof ApiFeedback>,
): Promise<Message> {
  return ctx.transaction(async (ctx) => {
    const key = apiChannelKey(channel)
    if (!key) throw noSuchMessage()
    const [found] = await ctx.db
      .select({
        message: messages,
        teammate: aiEmployees,
        conversation: conversations,
        contact_channel: contactChannels,
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
      .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
      .innerJoin(participants, eq(participants.conversation_id, conversations.id))
      .innerJoin(contactChannels, eq(contactChannels.id, participants.contact_channel_id))
      .where(
        and(
          eq(messages.id, message_id),
          eq(messages.organization_id, ctx.organization.id),
          inArray(messages.role, ['ai', 'bot']),
          isNull(messages.deleted_at),
          eq(conversations.employee_id, employee_id),
          isNull(aiEmployees.deleted_at),
          isNull(conversations.deleted_at),
          eq(participants.is_active, true),
          eq(contactChannels.channel, key.channel),
          eq(contactChannels.channel_name, key.channel_name),
          eq(contactChannels.external_id, contact_id),
        ),
      )
    if (!found) throw noSuchMessage()
    return giveFeedback(ctx, found.message, feedback, { ...found, channel: channelOf(found.conversation) })
  })
}
