import { and, eq, isNull } from 'drizzle-orm'
import type { TeammateContext } from '../../teammates/context.ts'
import { channelChats } from '../table.ts'
import { announceChat } from './announce-chat.ts'
import type { BotChannel } from './find-bot.ts'

/** Enables private chats that no person has enabled or disabled yet. */
export async function enableWaitingChats(ctx: TeammateContext, channel: BotChannel): Promise<void> {
  const rows = await ctx.db
    .update(channelChats)
    .set({ status: 'enabled', reviewed_at: ctx.now() })
    .where(
      and(
        eq(channelChats.organization_id, ctx.organization.id),
        eq(channelChats.employee_id, ctx.teammate.id),
        eq(channelChats.channel, channel),
        eq(channelChats.kind, 'private'),
        eq(channelChats.status, 'disabled'),
        isNull(channelChats.reviewed_at),
      ),
    )
    .returning()
  for (const row of rows) await announceChat(ctx, ctx.teammate, row)
}
