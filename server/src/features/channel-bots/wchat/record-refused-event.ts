import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { BotContext } from '../context.ts'
import { channelBots } from '../table.ts'
import { announceBot } from './announce-bot.ts'
import { dataOf } from './bot-data.ts'

const MAX_EVENT_BYTES = 256 * 1024
const RefusedEvent = z.object({ type: z.literal('event_callback'), team_id: z.string() })

/**
 * An event whose signature does not fit, though it names the workspace of the app: the signing secret was entered wrongly, unless
 * anyone made it up. So it is shown only until an event fits, and never once one has.
 */
export async function recordRefusedEvent(ctx: BotContext, rawBody: Buffer): Promise<void> {
  const { team_id, has_received_events, has_refused_events } = dataOf(ctx.bot)
  if (has_received_events || has_refused_events || ctx.bot.status !== 'active') return
  if (teamOf(rawBody) !== team_id) return
  const { bot, teammate } = ctx
  await ctx.transaction(async (ctx) => {
    // Written into what is there now: an event that fits may have come meanwhile.
    const [row] = await ctx.db
      .update(channelBots)
      .set({ platform_data: sql`${channelBots.platform_data} || '{"has_refused_events": true}'` })
      .where(
        and(
          eq(channelBots.organization_id, bot.organization_id),
          eq(channelBots.employee_id, bot.employee_id),
          eq(channelBots.channel, 'wchat'),
          eq(channelBots.webhook_secret_sealed, bot.webhook_secret_sealed),
        ),
      )
      .returning()
    if (row) await announceBot(ctx, teammate, row)
  })
}

function teamOf(rawBody: Buffer): string | null {
  if (rawBody.length > MAX_EVENT_BYTES) return null
  try {
    return RefusedEvent.parse(JSON.parse(rawBody.toString())).team_id
  } catch {
    return null
  }
}
