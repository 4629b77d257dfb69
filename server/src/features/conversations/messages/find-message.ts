import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type MessageRow, messages } from '../table.ts'

type Which = { conversation_id: string; message_id: string; role?: MessageRow['role'] }

export const noSuchMessage = () => new AppError('not_found', 'Message not found')

/** The messages of a conversation that are not deleted. */
export const messagesOf = ({ organization }: Pick<OrgContext, 'organization'>, conversation_id: string) =>
  and(
    eq(messages.organization_id, organization.id),
    eq(messages.conversation_id, conversation_id),
    isNull(messages.deleted_at),
  )

/** A message of a conversation that was found for the caller; where a role is named, one of another role is none. */
export async function findMessage(ctx: OrgContext, { conversation_id, message_id, role }: Which): Promise<MessageRow> {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(messagesOf(ctx, conversation_id), eq(messages.id, message_id), role && eq(messages.role, role)))
  if (!row) throw noSuchMessage()
  return row
}
