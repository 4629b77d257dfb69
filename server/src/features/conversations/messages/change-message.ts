import { and, eq, isNull } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { type ConversationRow, conversations, type MessageRow, messages, messageTexts } from '../table.ts'
import { noSuchMessage } from './find-message.ts'
import { unansweredSince } from './find-unanswered.ts'
import { searchedText } from './searched-text.ts'

type OfContact = Pick<ConversationRow, 'contact_channel_id'>

const textOf = (ctx: OrgContext, { contact_channel_id }: OfContact, id: string) =>
  and(
    eq(messageTexts.organization_id, ctx.organization.id),
    eq(messageTexts.contact_channel_id, contact_channel_id),
    eq(messageTexts.message_id, id),
  )

/** Gives a message other words; in a transaction. */
export async function changeMessage(
  ctx: OrgContext,
  conversation: OfContact,
  id: string,
  content: string,
): Promise<MessageRow> {
  const [row] = await ctx.db
    .update(messages)
    .set({ content, edited_at: ctx.now() })
    .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, id), isNull(messages.deleted_at)))
    .returning()
  if (!row) throw noSuchMessage()
  await ctx.db
    .update(messageTexts)
    .set({ text: searchedText(content) })
    .where(textOf(ctx, conversation, id))
  return row
}

/**
 * Deletes an operator's reply; in a transaction, in a conversation that the caller has locked. Where nothing else answers the
 * contact, they wait again.
 */
export async function removeReply(
  ctx: OrgContext,
  conversation: ConversationRow,
  id: string,
): Promise<ConversationRow> {
  const [row] = await ctx.db
    .update(messages)
    .set({ deleted_at: ctx.now() })
    .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, id), isNull(messages.deleted_at)))
    .returning({ id: messages.id })
  if (!row) throw noSuchMessage()
  await ctx.db.delete(messageTexts).where(textOf(ctx, conversation, id))
  if (conversation.assigned_user_id === null) return conversation
  const [changed] = await ctx.db
    .update(conversations)
    .set({ unanswered_since: await unansweredSince(ctx, conversation) })
    .where(eq(conversations.id, conversation.id))
    .returning()
  if (!changed) throw new Error('The conversation is gone')
  return changed
}
