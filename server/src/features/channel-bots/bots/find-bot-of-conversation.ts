import { and, eq, isNull, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import { conversations } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type ChannelBotRow, type ChannelChatRow, channelBots, channelChats } from '../table.ts'

/** In one round trip, because each answer needs it twice: while the teammate is at work, and to deliver. */
const byConversation = definePrepared((db) =>
  db
    .select({ chat: channelChats, bot: channelBots })
    .from(conversations)
    .innerJoin(
      channelChats,
      and(
        eq(channelChats.employee_id, conversations.employee_id),
        eq(channelChats.channel, conversations.channel),
        eq(channelChats.chat_id, conversations.external_id),
      ),
    )
    .leftJoin(
      channelBots,
      and(eq(channelBots.employee_id, channelChats.employee_id), eq(channelBots.channel, channelChats.channel)),
    )
    .where(
      and(
        eq(conversations.organization_id, sql.placeholder('organization_id')),
        eq(conversations.id, sql.placeholder('conversation_id')),
        isNull(conversations.deleted_at),
      ),
    )
    .prepare('find_bot_of_conversation'),
)

/** The chat of a conversation, and the teammate's own bot there; null where no bot was seen in such a chat. */
export async function findBotOfConversation(
  ctx: OrgContext,
  conversation_id: string,
): Promise<{ chat: ChannelChatRow; bot: ChannelBotRow | null } | null> {
  const [found] = await byConversation(ctx.db).execute({ organization_id: ctx.organization.id, conversation_id })
  return found ?? null
}
