import { z } from 'zod'
import { updateBot } from '../bots/update-bot.ts'
import type { BotContext } from '../context.ts'
import { dataOf, mergedData } from './bot-data.ts'

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
  await updateBot(ctx, ctx.teammate, ctx.bot, { platform_data: mergedData({ has_refused_events: true }) })
}

function teamOf(rawBody: Buffer): string | null {
  if (rawBody.length > MAX_EVENT_BYTES) return null
  try {
    return RefusedEvent.parse(JSON.parse(rawBody.toString())).team_id
  } catch {
    return null
  }
}
