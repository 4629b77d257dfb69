import { and, eq, type SQL, sql } from 'drizzle-orm'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'

export type BotChannel = ChannelBotRow['channel']

/** The row of a teammate's bot; the caller has found the teammate. */
export const isBotOf = (employee_id: string, channel: BotChannel): SQL | undefined =>
  and(eq(channelBots.employee_id, employee_id), eq(channelBots.channel, channel))

/** The bot of a teammate on a platform. */
const byTeammate = defineSharedRead((db) =>
  db
    .select()
    .from(channelBots)
    .where(
      and(
        eq(channelBots.organization_id, sql.placeholder('organization_id')),
        eq(channelBots.employee_id, sql.placeholder('employee_id')),
        eq(channelBots.channel, sql.placeholder('channel')),
      ),
    )
    .prepare('find_channel_bot'),
)

export async function findBot(
  ctx: OrgContext,
  employee_id: string,
  channel: BotChannel,
): Promise<ChannelBotRow | null> {
  const [row] = await byTeammate(ctx.db, { organization_id: ctx.organization.id, employee_id, channel })
  return row ?? null
}
