import { and, asc, eq } from 'drizzle-orm'
import { newId } from '#platform/id.ts'
import { contactChannels } from '../contacts/table.ts'
import { beginAnswer } from '../conversations/answers/begin-answer.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { findUnanswered } from '../conversations/messages/find-unanswered.ts'
import { attachments, type ConversationRow, type MessageRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { isImage } from '../runs/files/is-image.ts'
import { queueRun, type RunBeginning } from '../runs/start-run.ts'
import { answerFlow } from './answers/answer-flow.ts'
import { answerMessage } from './jobs.ts'

/**
 * Queues the teammate's answer to messages that no operator has answered, in the transaction that hands the conversation back, so
 * that a simultaneous message comes either before or after it. Returns the unfinished answer, which is announced after the commit.
 */
export async function answerUnanswered(
  ctx: OrgContext,
  conversation: ConversationRow,
  { teammate, contact_channel: { user_id } }: ConversationParties,
): Promise<MessageRow | null> {
  const { id: conversation_id, channel, automation_enabled, status, epoch } = conversation
  const question = automation_enabled && status === 'active' ? await findUnanswered(ctx, conversation_id) : null
  if (!question) return null
  const contact_channel_id = question.contact_channel_id ?? conversation.contact_channel_id
  const [contact] = await ctx.db.select().from(contactChannels).where(eq(contactChannels.id, contact_channel_id))
  const { name, mime_type, size, hash, is_encrypted } = attachments
  const files = await ctx.db
    .select({ name, mime_type, size, hash, is_encrypted })
    .from(attachments)
    .where(and(eq(attachments.organization_id, ctx.organization.id), eq(attachments.message_id, question.id)))
    .orderBy(asc(attachments.id))
  const beginning: RunBeginning = {
    ...answerFlow(teammate),
    input: { message: question.content, attachments: files.filter(isImage) },
    files,
    depth: 0,
    is_debug_mode: ctx.organization.is_debug_mode,
    ...(question.sender_name && { sender_name: question.sender_name }),
  }
  const assistant_message_id = newId()
  const run = await queueRun(ctx, {
    organization_id: ctx.organization.id,
    employee_id: teammate.id,
    conversation_id,
    contact_id: contact?.contact_id ?? null,
    user_id,
    parent_run_id: null,
    channel,
    message_id: question.id,
    assistant_message_id,
    is_async: true,
    epoch,
    job: answerMessage,
    beginning,
  })
  const ids = { assistant_message_id, employee_id: teammate.id, run_id: run.id }
  return beginAnswer(ctx, question, { ...ids, channel, contact_channel_id })
}
