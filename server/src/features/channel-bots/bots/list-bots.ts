import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { BotSummary } from '#contracts/bot-chats.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { visibleTeammates } from '../../teammates/access.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { channelBots, channelChats } from '../table.ts'

/** The bots of the teammates that the caller sees. */
export function listBots(ctx: MemberContext): Promise<BotSummary[]> {
  return ctx.db
    .select({
      employee_id: channelBots.employee_id,
      channel: channelBots.channel,
      username: channelBots.username,
      status: channelBots.status,
      has_problem: sql<boolean>`${channelBots.status} = 'invalid' or ${channelBots.webhook_problem} is not null or ${channelBots.webhook_error} is not null`,
      is_access_decided: channelBots.is_access_decided,
      waiting_chats: count(channelChats.id),
    })
    .from(channelBots)
    .innerJoin(aiEmployees, eq(aiEmployees.id, channelBots.employee_id))
    .leftJoin(
      channelChats,
      and(
        eq(channelChats.organization_id, channelBots.organization_id),
        eq(channelChats.employee_id, channelBots.employee_id),
        eq(channelChats.channel, channelBots.channel),
        eq(channelChats.status, 'disabled'),
        isNull(channelChats.reviewed_at),
      ),
    )
    .where(and(eq(channelBots.organization_id, ctx.organization.id), visibleTeammates(ctx)))
    .groupBy(channelBots.employee_id, channelBots.channel)
    .orderBy(asc(channelBots.employee_id), asc(channelBots.channel))
}
