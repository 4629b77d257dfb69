import { and, eq, isNotNull } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { announceConversation, inboxStateOf } from './announce-conversation.ts'
import type { ConversationParties } from './define-channel.ts'
import { type ConversationRow, conversations } from './table.ts'

/** Undoes the deletion; one that is not deleted stays as it is. */
export function restoreConversation(
  ctx: OrgContext,
  row: ConversationRow,
  parties: ConversationParties,
): Promise<ConversationRow> {
  return ctx.transaction(async (ctx) => {
    const [restored] = await ctx.db
      .update(conversations)
      .set({ deleted_at: null })
      .where(and(eq(conversations.id, row.id), isNotNull(conversations.deleted_at)))
      .returning()
    if (!restored) return row
    await announceConversation(ctx, restored, parties, inboxStateOf(row))
    return restored
  })
}
