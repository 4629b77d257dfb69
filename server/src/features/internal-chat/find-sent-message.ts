import { and, eq } from 'drizzle-orm'
import type { InternalMessageAccepted } from '#contracts/internal-chat.ts'
import { AppError } from '#platform/error.ts'
import { conversations, messages } from '../conversations/table.ts'
import { runs } from '../runs/table.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { findOwnChannel } from './access.ts'

/** The answer to this message when the caller sent it before; null when they have not. */
export async function findSentMessage(
  ctx: TeammateContext,
  client_message_id: string | undefined,
): Promise<InternalMessageAccepted | null> {
  const channel = client_message_id ? await findOwnChannel(ctx) : null
  if (!client_message_id || !channel) return null
  const [sent] = await ctx.db
    .select({
      employee_id: conversations.employee_id,
      conversation_id: messages.conversation_id,
      message_id: messages.id,
      run_id: runs.id,
      assistant_message_id: runs.assistant_message_id,
    })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.run_id))
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.contact_channel_id, channel.id),
        eq(messages.client_message_id, client_message_id),
      ),
    )
  if (!sent) return null
  const { employee_id, ...ids } = sent
  if (employee_id !== ctx.teammate.id) {
    throw new AppError('conflict', 'This id belongs to another message', { code: 'CLIENT_MESSAGE_ID_TAKEN' })
  }
  return ids
}
