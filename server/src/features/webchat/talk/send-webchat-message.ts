import type { SendWebchatMessage, WebchatMessageAccepted } from '#contracts/webchat.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { presentMessage, presentMessages } from '../../conversations/present.ts'
import type { AttachmentRow, MessageRow } from '../../conversations/table.ts'
import { isRefusal } from '../../replies/is-refusal.ts'
import { receiveMessage } from '../../replies/receive-message.ts'
import { storeForOperator } from '../../replies/store-for-operator.ts'
import { findContact, findCurrentConversation, findOwnConversation, type Talk } from '../access.ts'
import { webchat, webchatKey } from '../channel.ts'
import type { WebchatContext } from '../context.ts'
import { findEntryPoint } from '../find-entry-point.ts'
import { showToVisitor } from '../present.ts'
import { ensureVisitor, findVisitorOf, tokensOf } from '../visitors/ensure-visitor.ts'
import { generatedExternalId, identify } from '../visitors/identity.ts'
import { conversationIdOf, countNewConversation } from './begin-conversation.ts'
import { describeConversation } from './describe-conversations.ts'
import { findSentMessage } from './find-sent-message.ts'

const MESSAGES = { name: 'webchat-messages', per_minute: 20 }

/** `talk` and `attached`, the files of the question: where the caller has just written or read them. */
type Received = {
  question: MessageRow
  answer: MessageRow | null
  talk?: Talk | null
  attached?: AttachmentRow[]
}

/** A visitor writes. Where the teammate cannot answer now, the message is kept and the conversation waits for a person. */
export async function sendWebchatMessage(
  ctx: WebchatContext,
  body: SendWebchatMessage,
): Promise<WebchatMessageAccepted> {
  const entry = await findEntryPoint(ctx, body.event_id)
  const identity = identify(ctx, body.contact)
  const before = await findVisitorOf(ctx, identity)
  const channel_id = before?.contact_channel.id
  const sent = await findSentMessage(ctx, channel_id, body.client_message_id)
  if (sent) return accepted(ctx, sent, identity?.proof ?? null)

  const external_id = identity?.external_id ?? generatedExternalId()
  await ctx.ports.checkLimit(
    MESSAGES,
    identity ? `${ctx.organization.id} ${external_id}` : (ctx.request?.address ?? ''),
  )
  const talk = await talkOf(ctx, body.conversation_id, channel_id, entry)
  if (!talk) await countNewConversation(ctx)
  const message: Parameters<typeof receiveMessage>[1] = {
    teammate: talk?.teammate ?? entry.teammate,
    channel: webchat,
    key: webchatKey,
    to: talk
      ? { conversation_id: talk.conversation.id }
      : {
          open: {
            contact_external_id: external_id,
            contact: body.contact ?? {},
            external_id: conversationIdOf(external_id, entry),
          },
        },
    opens_current: false,
    user_id: null,
    message: body.message,
    attachments: body.attachments,
    client_message_id: body.client_message_id,
    is_async: true,
  }
  try {
    const received = await receiveMessage(ctx, message, talk?.conversation).catch((error: unknown) => {
      if (isRefusal(error)) return storeForOperator(ctx, message)
      throw error
    })
    if (talk && identity) await ensureVisitor(ctx, identity, body.contact, before)
    const { question, answer, attached, conversation } = received
    const written = conversation && { conversation, teammate: message.teammate }
    return accepted(ctx, { question, answer, attached, talk: written }, identity?.proof ?? null)
  } catch (error) {
    const isSecond = violates(error, 'a_client_sends_a_message_once')
    const contact = isSecond ? await findContact(ctx, { external_id }) : null
    const first = contact && (await findSentMessage(ctx, contact.contact_channel.id, body.client_message_id))
    if (!first) throw error
    return accepted(ctx, first, identity?.proof ?? null)
  }
}

/** The conversation that the message is for; null where it begins one. */
async function talkOf(
  ctx: WebchatContext,
  conversation_id: string | undefined,
  contact_channel_id: string | undefined,
  entry: Awaited<ReturnType<typeof findEntryPoint>>,
): Promise<Talk | null> {
  if (conversation_id) {
    const talk = await findOwnConversation(ctx, contact_channel_id, conversation_id)
    requireActive(talk)
    return talk
  }
  return entry.multi_conversations ? null : findCurrentConversation(ctx, contact_channel_id, entry.teammate.id)
}

export function requireActive({ conversation }: Talk): void {
  if (conversation.status !== 'archived') return
  throw new AppError('conflict', 'The conversation is archived', { code: 'CONVERSATION_NOT_ACTIVE' })
}

async function accepted(
  ctx: WebchatContext,
  { question, answer, attached, talk: known }: Received,
  proof: string | null,
): Promise<WebchatMessageAccepted> {
  const contact_channel = { id: question.contact_channel_id ?? '' }
  const talk = known ?? (await findOwnConversation(ctx, contact_channel.id, question.conversation_id))
  const presented = attached
    ? [
        presentMessage(question, attached, talk.teammate),
        ...(answer ? [presentMessage(answer, [], talk.teammate)] : []),
      ]
    : await presentMessages(ctx, answer ? [question, answer] : [question], talk.teammate)
  const [message, reply = null] = presented.map((one) => showToVisitor(ctx, one))
  if (!message) throw new Error('The message was not presented')
  return {
    ...(await tokensOf(ctx, { contact_channel, proof })),
    conversation: await describeConversation(ctx, talk),
    message,
    answer: reply,
  }
}
