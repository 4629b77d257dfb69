import { and, eq } from 'drizzle-orm'
import type { Feedback, Message } from '#contracts/conversations.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { conversationMessageUpdated, internalMessageUpdated } from './events.ts'
import { presentMessages } from './present.ts'
import { type MessageRow, messages } from './table.ts'

/** Only what a teammate said can be judged, once there is something of it. */
export const takesFeedback = ({ role, status, content }: Pick<MessageRow, 'role' | 'status' | 'content'>): boolean =>
  (role === 'ai' || role === 'bot') && status !== 'in_progress' && !(status === 'failed' && content === '')

/** Keeps what a person thinks of an answer; whoever watches the conversation sees it at once. */
export async function giveFeedback(
  ctx: OrgContext,
  message: Pick<MessageRow, 'id'>,
  { reaction, feedback_comment }: Feedback,
  about: { teammate: TeammateRow; user_id: string | null },
): Promise<Message> {
  const comment = reaction === null ? null : feedback_comment
  const [row] = await ctx.db
    .update(messages)
    .set({ reaction, ...(comment !== undefined && { feedback_comment: comment }) })
    .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, message.id)))
    .returning()
  const [presented] = row ? await presentMessages(ctx, [row], about.teammate) : []
  if (!presented) throw new Error('The message is gone')
  await ctx.emit(internalMessageUpdated, presented, about)
  await ctx.emit(conversationMessageUpdated, presented, about)
  return presented
}
