import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { About } from './define-channel.ts'
import { conversationUpdated } from './events.ts'
import { presentConversation } from './present.ts'
import { contactChannels, conversations } from './table.ts'

/** Deletes a conversation so that it can be restored. */
export async function deleteConversation(ctx: OrgContext, id: string, about: About): Promise<void> {
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
    await ctx.db
      .update(contactChannels)
      .set({ current_conversation_id: null })
      .where(and(eq(contactChannels.id, row.contact_channel_id), eq(contactChannels.current_conversation_id, id)))
    await ctx.emit(conversationUpdated, presentConversation(row), about)
  })
}
