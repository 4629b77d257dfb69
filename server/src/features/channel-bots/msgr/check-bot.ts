import { differing } from '#platform/audit-action.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import { updateBot } from '../bots/update-bot.ts'
import type { ChannelBotRow } from '../table.ts'
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
  const { bot_id, username, name, reads_groups, webhook_problem, webhook_error } = bot
  const known = { bot_id, username, name, reads_groups, webhook_problem, webhook_error }
  const changes = differing(known, {
    ...known,
    ...(identity.outcome === 'granted' && identityOf(identity.value)),
    ...(webhook.outcome === 'granted' && problemOf(webhook.value, webhookUrl(config, bot.employee_id))),
  })
  if (changes) await updateBot(ctx, ctx.teammate, bot, changes.after)
}

function problemOf({ url, pending_update_count, last_error_message }: MsgrWebhookInfo, ours: string) {
  // An error without pending updates is over.
  const failing = pending_update_count > 0 && last_error_message !== undefined
  const webhook_problem = url === '' ? 'not_set' : url !== ours ? 'elsewhere' : failing ? 'failing' : null
  return {
    webhook_problem,
    webhook_error: webhook_problem === 'failing' ? (last_error_message ?? null) : null,
  } as const
}
