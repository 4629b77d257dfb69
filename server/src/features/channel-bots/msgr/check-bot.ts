import { differing } from '#platform/audit-action.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import { updateBot } from '../bots/update-bot.ts'
import type { ChannelBotRow } from '../table.ts'
import { type BotData, NO_PROBLEM } from './bot-data.ts'
import { identityOf } from './connect-bot.ts'
import { getMe, getWebhookInfo, type MsgrWebhookInfo } from './msgr-api.ts'
import { isUnauthorized } from './msgr-refusals.ts'
import { webhookUrl } from './webhook-url.ts'

/** Checks whether Telegram still accepts the token and delivers updates to this server, and updates the bot's name. */
export async function checkBot(ctx: TeammateWork, bot: ChannelBotRow): Promise<void> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(bot.token_sealed)
  const identity = await getMe(config, token)
  if (isUnauthorized(identity)) {
    await updateBot(ctx, ctx.teammate, bot, { status: 'invalid' })
    return
  }
  const webhook = await getWebhookInfo(config, token)
  // At BotFather a bot may be renamed, or allowed to read all messages of its groups.
  const { bot_id, username, name, reads_groups, webhook_problem, webhook_error, platform_data } = bot
  const known = { bot_id, username, name, reads_groups, webhook_problem, webhook_error, platform_data }
  const changes = differing(known, {
    ...known,
    ...(identity.outcome === 'granted' && identityOf(identity.value)),
    ...(webhook.outcome === 'granted' && problemOf(webhook.value, webhookUrl(config, bot.employee_id))),
  })
  if (changes) await updateBot(ctx, ctx.teammate, bot, changes.after)
}

function problemOf({ url, pending_update_count, last_error_date, last_error_message }: MsgrWebhookInfo, ours: string) {
  if (url === '') return { ...NO_PROBLEM, webhook_problem: 'not_set' } as const
  if (url !== ours) return { ...NO_PROBLEM, webhook_problem: 'elsewhere' } as const
  // An error without pending updates is over.
  if (pending_update_count === 0 || last_error_date === undefined) return NO_PROBLEM
  const last_failed_at = new Date(last_error_date * 1000).toISOString()
  const platform_data: BotData = { waiting: { messages: pending_update_count, last_failed_at } }
  return { webhook_problem: 'failing', webhook_error: last_error_message ?? null, platform_data } as const
}
