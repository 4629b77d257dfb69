import { and, eq, isNull } from 'drizzle-orm'
import type { WebchatContact } from '#contracts/webchat.ts'
import { AppError } from '#platform/error.ts'
import { messages } from '../conversations/table.ts'
import { answerAsVisitor } from '../runs/answer-as-visitor.ts'
import { findOwnConversation } from './access.ts'
import type { WebchatContext } from './context.ts'
import { findVisitorOf } from './ensure-visitor.ts'
import { identify } from './identity.ts'

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
  const visitor = await findVisitorOf(ctx, identify(ctx, contact))
  const talk = await findOwnConversation(ctx, visitor?.contact_channel.id, conversation_id)
  const [message] = await ctx.db
    .select({ run_id: messages.run_id })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, talk.conversation.id),
        eq(messages.id, message_id),
        eq(messages.role, 'ai'),
        isNull(messages.deleted_at),
      ),
    )
  if (!message?.run_id) throw new AppError('not_found', 'Message not found')
  await answerAsVisitor(ctx, message.run_id, answer)
}
