import { and, eq } from 'drizzle-orm'
import type { BotContext } from '../context.ts'
import { channelChats, channelThreads } from '../table.ts'

/** Whether the first message of a thread was to the bot; its replies keep it remembered. */
export async function isThreadOfBot(ctx: BotContext, chat_id: string, thread_id: string): Promise<boolean> {
  const { employee_id, channel } = ctx.bot
  const [chat] = await ctx.db
    .select({ id: channelChats.id })
    .from(channelChats)
    .where(
      and(
        eq(channelChats.employee_id, employee_id),
        eq(channelChats.channel, channel),
        eq(channelChats.chat_id, chat_id),
      ),
    )
  if (!chat) return false
  const rows = await ctx.db
    .update(channelThreads)
    .set({ last_seen_at: ctx.now() })
    .where(and(eq(channelThreads.chat_id, chat.id), eq(channelThreads.thread_id, thread_id)))
    .returning({ thread_id: channelThreads.thread_id })
  return rows.length > 0
}
