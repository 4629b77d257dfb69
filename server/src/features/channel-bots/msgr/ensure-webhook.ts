import { and, eq } from 'drizzle-orm'
import type { TeammateContext } from '../../teammates/context.ts'
import { updateBot } from '../bots/update-bot.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { NO_PROBLEM } from './bot-data.ts'
import { deleteWebhook, setWebhook } from './msgr-api.ts'
import { webhookUrl } from './webhook-url.ts'

/** More changes of one bot at the same moment than people make. */
const MAX_TRIES = 10

type Known = Pick<ChannelBotRow, 'employee_id' | 'webhook_secret_sealed'>

/**
 * Makes Telegram's webhook match the bot's row. Simultaneous changes reach Telegram in any order, so a process reads the row after
 * each request and sends another one where the row has changed. `lastSet`: the row whose webhook was set last; null where it was
 * deleted, undefined where that is unknown.
 */
export async function ensureWebhook(
  ctx: TeammateContext,
  { bot_id, channel, token_sealed }: Pick<ChannelBotRow, 'bot_id' | 'channel' | 'token_sealed'>,
  lastSet: Known | null | undefined,
): Promise<void> {
  const { config, cipher } = ctx.ports
  let last = lastSet
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [found] = await ctx.db
      .select()
      .from(channelBots)
      .where(and(eq(channelBots.channel, channel), eq(channelBots.bot_id, bot_id)))
    const current = found ?? null
    if (last !== undefined && last?.webhook_secret_sealed === current?.webhook_secret_sealed) return
    const token = cipher.decrypt(current?.token_sealed ?? token_sealed)
    const answer = current
      ? await setWebhook(config, token, {
          url: webhookUrl(config, current.employee_id),
          secret_token: cipher.decrypt(current.webhook_secret_sealed),
        })
      : await deleteWebhook(config, token)
    last = current
    if (answer.outcome === 'granted') continue
    ctx.log.warn({ answer, bot_id }, 'the webhook of a bot could not be set')
    if (current?.employee_id !== ctx.teammate.id) return
    const webhook_error = 'description' in answer ? answer.description : null
    await updateBot(ctx, ctx.teammate, current, { ...NO_PROBLEM, webhook_problem: 'unknown', webhook_error })
    return
  }
}
