import type { Config } from '#platform/config.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { notConnected, removeBot, requireBot } from '../bots/change-bot.ts'
import { updateBot } from '../bots/update-bot.ts'
import type { ChannelBotRow } from '../table.ts'
import { NO_PROBLEM } from './bot-data.ts'
import { identityOf } from './connect-bot.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import { getMe, getWebhookInfo, setWebhook } from './msgr-api.ts'
import { isUnauthorized } from './msgr-refusals.ts'
import { requireGranted } from './require-granted.ts'
import { webhookUrl } from './webhook-url.ts'

/** Sets the webhook again with its existing secret, because another program may have set its own. */
export async function reconnectWebhook(ctx: TeammateContext): Promise<ChannelBotRow> {
  const { teammate } = ctx
  const { config, cipher } = ctx.ports
  const before = await requireBot(ctx, 'msgr')
  const token = cipher.decrypt(before.token_sealed)
  const answer = await getMe(config, token)
  if (isUnauthorized(answer)) await updateBot(ctx, teammate, before, { status: 'invalid' })
  const identity = requireGranted(answer, 'BOT_TOKEN_REFUSED')
  const secret_token = cipher.decrypt(before.webhook_secret_sealed)
  const url = webhookUrl(config, teammate.id)
  requireGranted(await setWebhook(config, token, { url, secret_token }), 'WEBHOOK_REFUSED')
  await ensureWebhook(ctx, before, before)
  const isFailing = await isStillFailing(config, token, before)
  const now = { status: 'active', checked_at: ctx.now(), ...(!isFailing && NO_PROBLEM) } as const
  const row = await updateBot(ctx, teammate, before, { ...identityOf(identity), ...now })
  if (!row) throw notConnected()
  return row
}

/**
 * Where Telegram could not deliver, setting the webhook proves nothing: while messages wait there, the first that arrives ends
 * the failure.
 */
async function isStillFailing(config: Config, token: string, { webhook_problem }: ChannelBotRow): Promise<boolean> {
  if (webhook_problem !== 'failing') return false
  const webhook = await getWebhookInfo(config, token)
  return webhook.outcome !== 'granted' || webhook.value.pending_update_count > 0
}

/** Deletes the bot's row, then its webhook at Telegram, if that can be reached. */
export async function disconnectBot(ctx: TeammateContext): Promise<void> {
  const row = await removeBot(ctx, 'msgr')
  if (row) await ensureWebhook(ctx, row, undefined)
}
