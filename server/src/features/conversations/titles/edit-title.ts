import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { announceTitle } from '../announce-conversation.ts'
import type { ConversationParties } from '../define-channel.ts'
import { type ConversationRow, conversations } from '../table.ts'

/** Sets a title that a person chose, which no generated title replaces. */
export function editTitle(
  ctx: OrgContext,
  id: string,
  title: string,
  parties: ConversationParties,
): Promise<ConversationRow> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(conversations)
      .set({ title, title_source: 'user' })
      .where(
        and(
          eq(conversations.organization_id, ctx.organization.id),
          eq(conversations.id, id),
          isNull(conversations.deleted_at),
        ),
      )
      .returning()
    if (!row) throw new AppError('not_found', 'Conversation not found')
    await announceTitle(ctx, row, parties)
    return row
  })
}
