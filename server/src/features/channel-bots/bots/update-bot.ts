import { and, eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { platformOf } from './define-platform.ts'
import { isBotOf } from './find-bot.ts'

/** Changes a bot's row and announces it; null where the bot was disconnected or connected again meanwhile. */
export function updateBot(
  ctx: OrgContext,
  teammate: TeammateRow,
  { channel, webhook_secret_sealed }: ChannelBotRow,
  changes: PgUpdateSetSource<typeof channelBots>,
): Promise<ChannelBotRow | null> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(channelBots)
      .set(changes)
      .where(and(isBotOf(teammate.id, channel), eq(channelBots.webhook_secret_sealed, webhook_secret_sealed)))
      .returning()
    if (!row) return null
    await platformOf(channel).announceBot(ctx, teammate, row)
    return row
  })
}
