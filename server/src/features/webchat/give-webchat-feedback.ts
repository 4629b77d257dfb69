import { and, eq, isNull } from 'drizzle-orm'
import type { Feedback, Message } from '#contracts/conversations.ts'
import type { WebchatContact } from '#contracts/webchat.ts'
import { AppError } from '#platform/error.ts'
import { giveFeedback } from '../conversations/give-feedback.ts'
import { messages } from '../conversations/table.ts'
import { aboutTalk, findOwnConversation } from './access.ts'
import type { WebchatContext } from './context.ts'
import { ensureVisitor, findVisitorOf } from './ensure-visitor.ts'
import { identify } from './identity.ts'
import { showToVisitor } from './present.ts'

type Judged = Feedback & { conversation_id: string; message_id: string; contact?: WebchatContact | undefined }

/** What a visitor thinks of an answer in a conversation of their own. */
export async function giveWebchatFeedback(ctx: WebchatContext, judged: Judged): Promise<Message> {
  const { conversation_id, message_id, contact, ...feedback } = judged
  const identity = identify(ctx, contact)
  const visitor = await findVisitorOf(ctx, identity)
  const talk = await findOwnConversation(ctx, visitor?.contact_channel.id, conversation_id)
  const [message] = await ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation_id),
        eq(messages.id, message_id),
        isNull(messages.deleted_at),
      ),
    )
  if (!message) throw new AppError('not_found', 'Message not found')
  const shown = showToVisitor(ctx, await giveFeedback(ctx, message, feedback, aboutTalk(talk)))
  if (identity) await ensureVisitor(ctx, identity, contact)
  return shown
}
