import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { searchedText } from './searched-text.ts'
import { type ConversationRow, type MessageRow, messages, messageTexts } from './table.ts'

const noSuchMessage = () => new AppError('not_found', 'Message not found')

type Place = Pick<ConversationRow, 'contact_channel_id'>

const textOf = (ctx: OrgContext, { contact_channel_id }: Place, id: string) =>
  and(
    eq(messageTexts.organization_id, ctx.organization.id),
    eq(messageTexts.contact_channel_id, contact_channel_id),
    eq(messageTexts.message_id, id),
  )

/** Gives a message other words; in a transaction. */
export async function changeMessage(
  ctx: OrgContext,
  conversation: Place,
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

/** Deletes a message; in a transaction. */
export async function removeMessage(ctx: OrgContext, conversation: Place, id: string): Promise<void> {
  const [row] = await ctx.db
    .update(messages)
    .set({ deleted_at: ctx.now() })
    .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, id), isNull(messages.deleted_at)))
    .returning({ id: messages.id })
  if (!row) throw noSuchMessage()
  await ctx.db.delete(messageTexts).where(textOf(ctx, conversation, id))
}
