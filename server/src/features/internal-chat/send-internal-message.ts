import type { z } from 'zod'
import type { InternalMessageAccepted, SendInternalMessage } from '#contracts/internal-chat.ts'
import { violates } from '#platform/db/violates.ts'
import { setCurrentConversation } from '../contacts/set-current-conversation.ts'
import { receiveMessage } from '../replies/receive-message.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { type Chat, findCurrentChat, findOwnChat } from './access.ts'
import { internalChat, internalChatKey } from './channel.ts'
import { findSentMessage } from './find-sent-message.ts'
import { contactOf } from './open-chat.ts'

type Body = z.output<typeof SendInternalMessage>

/** A colleague writes to a teammate, whose answer streams to wherever they look, or to the operator who has the chat. */
export async function sendInternalMessage(ctx: TeammateContext, body: Body): Promise<InternalMessageAccepted> {
  const before = await findSentMessage(ctx, body.client_message_id)
  if (before) return before
  const chat = await chatOf(ctx, body)
  try {
    const { run, question, answer } = await receiveMessage(
      ctx,
      {
        teammate: ctx.teammate,
        channel: internalChat,
        key: internalChatKey,
        to: chat ? { conversation_id: chat.conversation.id } : { open: { ...contactOf(ctx), external_id: null } },
        opens_current: true,
        user_id: ctx.user.id,
        message: body.message,
        attachments: body.attachments,
        client_message_id: body.client_message_id,
        reasoning: body.reasoning,
        is_async: true,
      },
      chat?.conversation,
    )
    if (chat && chat.contact_channel.current_conversation_id !== chat.conversation.id) {
      await setCurrentConversation(ctx, { id: chat.contact_channel.id, current_conversation_id: chat.conversation.id })
    }
    return {
      conversation_id: question.conversation_id,
      message_id: question.id,
      assistant_message_id: answer?.id ?? null,
      run_id: run?.id ?? null,
    }
  } catch (error) {
    const isSecond = violates(error, 'a_client_sends_a_message_once')
    const first = isSecond ? await findSentMessage(ctx, body.client_message_id) : null
    if (!first) throw error
    return first
  }
}

/**
 * Where a message goes, which is the current chat from then on. The contract's order: a new one when asked for (null),
 * the named one, the current one, the latest, else a first one (null).
 */
async function chatOf(ctx: TeammateContext, body: Body): Promise<Chat | null> {
  if (body.create_new_conversation) return null
  return body.conversation_id ? findOwnChat(ctx, body.conversation_id) : findCurrentChat(ctx)
}
