import { and, eq, isNull } from 'drizzle-orm'
import type { ConversationIcon } from '#contracts/conversations.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { announceTitle } from '../announce-conversation.ts'
import type { ConversationParties } from '../define-channel.ts'
import { conversations } from '../table.ts'

export type GeneratedTitle = { title: string; icon: ConversationIcon | null }

/** Nothing happens where a person has named the conversation meanwhile, or deleted it. */
export async function saveGeneratedTitle(
  ctx: OrgContext,
  id: string,
  { title, icon }: GeneratedTitle,
  parties: ConversationParties,
): Promise<void> {
  const [row] = await ctx.db
    .update(conversations)
    .set({ title, title_source: 'generated', conversation_icon_id: icon })
    .where(
      and(
        eq(conversations.organization_id, ctx.organization.id),
        eq(conversations.id, id),
        isNull(conversations.title),
        isNull(conversations.deleted_at),
      ),
    )
    .returning()
  if (row) await announceTitle(ctx, row, parties)
}
