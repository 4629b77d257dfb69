import type { InboundAttachment } from '#contracts/conversations.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { isRefusal } from '../../replies/is-refusal.ts'
import { receiveMessage } from '../../replies/receive-message.ts'
import { saveWithoutAnswer } from '../../replies/save-without-answer.ts'
import { storeForOperator } from '../../replies/store-for-operator.ts'
import type { CalledConversation } from '../read-called-conversation.ts'
import type { Listening } from './transcribe-turn.ts'

export type Turn = {
  text: string
  attachments: InboundAttachment[]
  client_message_id: string
  /** Null where it was typed. */
  listening: Listening | null
}

type SendMessage = Parameters<typeof receiveMessage>[1]
type Message = Awaited<ReturnType<typeof receiveMessage>>

type Received = { received: Message; refusal: unknown }

/**
 * Saves what was said or typed, as if it had been written in the conversation, and has the teammate answer it unless an
 * operator has the conversation. `refusal` is why the teammate cannot answer now what was saved all the same.
 */
export async function receiveTurn(
  ctx: OrgContext,
  { conversation, parties, user_id }: CalledConversation,
  turn: Turn,
  realtime?: Candidate,
): Promise<Received> {
  const message = messageOf({ conversation, parties, user_id }, turn)
  const sent = realtime ? { ...message, first_candidate: realtime } : message
  try {
    return { received: await receiveMessage(ctx, sent, conversation), refusal: null }
  } catch (error) {
    if (!isRefusal(error) || !parties.channel.asksOperator) throw error
    return { received: await storeForOperator(ctx, sent), refusal: error }
  }
}

/** Saves what was said without an answer of its own. */
export const saveTurn = (ctx: OrgContext, called: CalledConversation, turn: Turn) =>
  saveWithoutAnswer(ctx, called.conversation.id, messageOf(called, turn), { anyway: true })

const messageOf = ({ conversation, parties, user_id }: CalledConversation, turn: Turn): SendMessage => ({
  teammate: parties.teammate,
  channel: parties.channel,
  key: { channel: conversation.channel, channel_name: conversation.channel_name },
  to: { conversation_id: conversation.id },
  opens_current: false,
  user_id,
  message: turn.text,
  attachments: turn.attachments,
  client_message_id: turn.client_message_id,
  is_async: true,
})
