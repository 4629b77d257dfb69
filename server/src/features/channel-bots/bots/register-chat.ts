import { and, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import type { BotContext } from '../context.ts'
import { type ChannelChatRow, channelChats } from '../table.ts'
import { announceChat } from './announce-chat.ts'

/** How often it is written down that a chat was seen. */
const SEEN_EVERY_MS = 60_000

export type SeenChat = Pick<ChannelChatRow, 'chat_id' | 'kind'> & {
  name: string | undefined
  topic?: string | undefined
  /** What is needed to write there unasked; it replaces what is known. */
  platform_data?: Record<string, unknown>
  /** Written to through the connection of the whole organization. */
  is_of_organization?: boolean
}

/**
 * The chat in which a bot was seen, with what it is called now. One that is seen for the first time waits for an
 * administrator, unless the bot enables private chats by itself.
 */
export async function registerChat(ctx: BotContext, seen: SeenChat): Promise<ChannelChatRow> {
  const { bot, teammate } = ctx
  const { organization_id, employee_id, channel } = bot
  const { chat_id, kind, name = null, topic = null, platform_data = null, is_of_organization = false } = seen
  const now = ctx.now()
  const status = kind === 'private' && bot.enables_private_chats ? 'enabled' : 'disabled'
  const known = and(
    eq(channelChats.employee_id, employee_id),
    eq(channelChats.channel, channel),
    eq(channelChats.chat_id, chat_id),
  )
  return ctx.transaction(async (ctx) => {
    const [written] = await ctx.db
      .insert(channelChats)
      .values({
        organization_id,
        employee_id,
        channel,
        chat_id,
        kind,
        name,
        topic,
        platform_data,
        is_of_organization,
        status,
        created_at: now,
        last_seen_at: now,
      })
      .onConflictDoUpdate({
        target: [channelChats.employee_id, channelChats.channel, channelChats.chat_id],
        set: {
          last_seen_at: now,
          name: sql`coalesce(excluded.name, ${channelChats.name})`,
          topic: sql`coalesce(excluded.topic, ${channelChats.topic})`,
          platform_data: sql`coalesce(excluded.platform_data, ${channelChats.platform_data})`,
        },
        setWhere: or(
          lt(channelChats.last_seen_at, new Date(now.getTime() - SEEN_EVERY_MS)),
          sql`excluded.name is distinct from ${channelChats.name} and excluded.name is not null`,
          sql`excluded.topic is distinct from ${channelChats.topic} and excluded.topic is not null`,
          sql`excluded.platform_data is distinct from ${channelChats.platform_data} and excluded.platform_data is not null`,
        ),
      })
      // `xmax = 0` tells a row that was just inserted from one that was there.
      .returning({ ...getTableColumns(channelChats), is_new: sql<boolean>`xmax = 0` })
    if (written) {
      const { is_new, ...row } = written
      await announceChat(ctx, teammate, row, is_new ? 'chatCreated' : 'chatUpdated')
      return row
    }
    const [row] = await ctx.db.select().from(channelChats).where(known)
    if (!row) throw new Error('The chat was not registered')
    return row
  })
}
