import { and, eq } from 'drizzle-orm'
import type { TeammateContext } from '../../teammates/context.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { deleteWebhook, setWebhook } from './msgr-api.ts'
import { updateBot } from './update-bot.ts'
import { webhookUrl } from './webhook-url.ts'

/** More changes of one bot at the same moment than people make. */
const MOST_TRIES = 10

type Stands = Pick<ChannelBotRow, 'employee_id' | 'webhook_secret_sealed'>

/**
 * What is done with a bot at once reaches Telegram in any order. Whoever has told it something looks afterwards at what
 * stands here, and tells that where it is something else: so the last thing that Telegram is told is what stands.
 * `told`: what it was told last; null that the bot is nobody's, undefined that nobody can say.
 */
export async function settleWebhook(
  ctx: TeammateContext,
  { bot_id, channel, token_sealed }: Pick<ChannelBotRow, 'bot_id' | 'channel' | 'token_sealed'>,
  told: Stands | null | undefined,
): Promise<void> {
  const { config, cipher } = ctx.ports
  let last = told
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const [found] = await ctx.db
      .select()
      .from(channelBots)
      .where(and(eq(channelBots.channel, channel), eq(channelBots.bot_id, bot_id)))
    const stands = found ?? null
    if (last !== undefined && last?.webhook_secret_sealed === stands?.webhook_secret_sealed) return
    const token = cipher.decrypt(stands?.token_sealed ?? token_sealed)
    const answer = stands
      ? await setWebhook(config, token, {
          url: webhookUrl(config, stands.employee_id),
          secret_token: cipher.decrypt(stands.webhook_secret_sealed),
        })
      : await deleteWebhook(config, token)
    last = stands
    if (answer.outcome === 'granted') continue
    ctx.log.warn({ answer, bot_id }, 'the platform could not be told where the messages of a bot go')
    if (stands?.employee_id !== ctx.teammate.id) return
    const webhook_error = 'description' in answer ? answer.description : null
    await updateBot(ctx, ctx.teammate, stands, { webhook_problem: 'unknown', webhook_error })
    return
  }
}
