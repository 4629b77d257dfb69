import { and, eq } from 'drizzle-orm'
import type { BotContext } from '../context.ts'
import { channelChats } from '../table.ts'
import { announceChat } from './announce-chat.ts'

/** Disables a chat from which the bot was removed. */
export function disableChat(ctx: BotContext, chat_id: string): Promise<void> {
  const { employee_id, channel } = ctx.bot
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(channelChats)
      .set({ status: 'disabled' })
      .where(
        and(
          eq(channelChats.employee_id, employee_id),
          eq(channelChats.channel, channel),
          eq(channelChats.chat_id, chat_id),
          eq(channelChats.status, 'enabled'),
        ),
      )
      .returning()
    if (row) await announceChat(ctx, ctx.teammate, row)
  })
}
