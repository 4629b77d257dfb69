import { and, eq } from 'drizzle-orm'
import type { Feedback, Message } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { ConversationParties } from '../define-channel.ts'
import { alertAboutFeedback } from '../jobs.ts'
import { announceMessageUpdate } from '../messages/announce-message.ts'
import { presentMessages } from '../present.ts'
import { type MessageRow, messages } from '../table.ts'
import { FEEDBACK_ALERT_SECONDS } from './alert-feedback.ts'

/** Only answers of a teammate can be rated, once they have text. */
const takesFeedback = ({ role, status, content }: Pick<MessageRow, 'role' | 'status' | 'content'>): boolean =>
  (role === 'ai' || role === 'bot') && status !== 'in_progress' && !(status === 'failed' && content === '')

/** Stores a person's feedback on an answer and announces it. */
export async function giveFeedback(
  ctx: OrgContext,
  message: Pick<MessageRow, 'id' | 'role' | 'status' | 'content'>,
  { reaction, feedback_comment }: Feedback,
  parties: ConversationParties,
): Promise<Message> {
  if (!takesFeedback(message)) {
    throw new AppError('conflict', 'This message takes no feedback', { code: 'FEEDBACK_NOT_ACCEPTED' })
  }
  const comment = reaction === null ? null : feedback_comment
  const [row] = await ctx.db
    .update(messages)
    .set({ reaction, ...(comment !== undefined && { feedback_comment: comment }) })
    .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, message.id)))
    .returning()
  const shown = { show_thinking: parties.teammate.show_thinking, delivers: parties.channel.deliver !== undefined }
  const [presented] = row ? await presentMessages(ctx, [row], shown) : []
  if (!presented) throw new AppError('not_found', 'Message not found')
  await announceMessageUpdate(ctx, presented, parties)
  if (ctx.ports.alerts.is_configured) {
    const data = { organization_id: ctx.organization.id, message_id: message.id }
    await ctx.enqueue(alertAboutFeedback, data, { start_after_seconds: FEEDBACK_ALERT_SECONDS })
  }
  return presented
}
