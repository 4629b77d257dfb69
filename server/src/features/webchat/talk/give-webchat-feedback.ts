import type { Feedback, Message } from '#contracts/conversations.ts'
import type { WebchatContact } from '#contracts/webchat.ts'
import { giveFeedback } from '../../conversations/feedback/give-feedback.ts'
import { findMessage } from '../../conversations/messages/find-message.ts'
import { findOwnConversation, partiesOfTalk } from '../access.ts'
import type { WebchatContext } from '../context.ts'
import { showToVisitor } from '../present.ts'
import { ensureVisitor, findVisitorOf } from '../visitors/ensure-visitor.ts'
import { identify } from '../visitors/identity.ts'

type Judged = Feedback & { conversation_id: string; message_id: string; contact?: WebchatContact | undefined }

/** What a visitor thinks of an answer in a conversation of their own. */
export async function giveWebchatFeedback(ctx: WebchatContext, judged: Judged): Promise<Message> {
  const { conversation_id, message_id, contact, ...feedback } = judged
  const identity = identify(ctx, contact)
  const visitor = await findVisitorOf(ctx, identity)
  const talk = await findOwnConversation(ctx, visitor?.contact_channel.id, conversation_id)
  const message = await findMessage(ctx, { conversation_id, message_id })
  const shown = showToVisitor(ctx, await giveFeedback(ctx, message, feedback, partiesOfTalk(talk)))
  if (identity) await ensureVisitor(ctx, identity, contact)
  return shown
}
