import { and, desc, eq } from 'drizzle-orm'
import { paginate } from '#platform/db/paginate.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { channelChats } from '../table.ts'
import type { BotChannel } from './find-bot.ts'

/** The chats in which a teammate's bot was seen, the latest first. */
export function listChats(ctx: TeammateContext, channel: BotChannel, page: { page: number; limit: number }) {
  const query = ctx.db
    .select()
    .from(channelChats)
    .where(
      and(
        eq(channelChats.organization_id, ctx.organization.id),
        eq(channelChats.employee_id, ctx.teammate.id),
        eq(channelChats.channel, channel),
      ),
    )
    .orderBy(desc(channelChats.last_seen_at), desc(channelChats.id))
    .$dynamic()
  return paginate(ctx.db, query, page)
}
