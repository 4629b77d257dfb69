import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { clearCurrentConversation } from '../contacts/set-current-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { announceConversation, inboxStateOf } from './announce-conversation.ts'
import type { ConversationParties } from './define-channel.ts'
import { withdrawDeliveries } from './deliveries/withdraw-deliveries.ts'
import { conversations } from './table.ts'

/** Deletes a conversation so that it can be restored. */
export async function deleteConversation(ctx: OrgContext, id: string, parties: ConversationParties): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(conversations)
      .set({ deleted_at: ctx.now() })
      .where(
        and(
          eq(conversations.organization_id, ctx.organization.id),
          eq(conversations.id, id),
          isNull(conversations.deleted_at),
        ),
      )
      .returning()
    if (!row) throw new AppError('not_found', 'Conversation not found')
    await withdrawDeliveries(ctx, id, 'conversation_deleted')
    await clearCurrentConversation(ctx, { id: row.contact_channel_id, current_conversation_id: id })
    await announceConversation(ctx, row, parties, { ...inboxStateOf(row), is_counted: row.last_message_at !== null })
  })
}
