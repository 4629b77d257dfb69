import type { WebchatContact } from '#contracts/webchat.ts'
import { findMessage, noSuchMessage } from '../../conversations/messages/find-message.ts'
import { answerAsVisitor } from '../../runs/answer-as-visitor.ts'
import { findOwnConversation } from '../access.ts'
import type { WebchatContext } from '../context.ts'
import { ensureVisitor, findVisitorOf } from '../visitors/ensure-visitor.ts'
import { identify } from '../visitors/identity.ts'

type Given = {
  conversation_id: string
  message_id: string
  question_id: string
  value: string
  contact?: WebchatContact | undefined
}

/** What a visitor says to a question that an answer in a conversation of their own waits for. */
export async function answerWebchatQuestion(
  ctx: WebchatContext,
  { conversation_id, message_id, contact, ...answer }: Given,
): Promise<void> {
  const identity = identify(ctx, contact)
  const visitor = await findVisitorOf(ctx, identity)
  await findOwnConversation(ctx, visitor?.contact_channel.id, conversation_id)
  const { run_id } = await findMessage(ctx, { conversation_id, message_id, role: 'ai' })
  if (!run_id) throw noSuchMessage()
  await answerAsVisitor(ctx, run_id, answer)
  if (identity) await ensureVisitor(ctx, identity, contact)
}
