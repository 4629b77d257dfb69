import type { ConnectMsgrBot } from '#contracts/msgr-bots.ts'
import { randomToken } from '#platform/cipher.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { findBot } from '../bots/find-bot.ts'
import { recordConnected, restoreBot, writeBot } from '../bots/write-bot.ts'
import type { ChannelBotRow } from '../table.ts'
import { NO_PROBLEM } from './bot-data.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import { getMe, type MsgrBotIdentity, setWebhook } from './msgr-api.ts'
import { requireGranted } from './require-granted.ts'
import { webhookUrl } from './webhook-url.ts'

/**
 * Connects a bot to the teammate. Its row is written before the webhook is set, so that the first update finds its secret, and
 * restored where Telegram refuses. Returns the bot that is connected in the end, because another person may have connected a
 * different one meanwhile, or disconnected it.
 */
export async function connectBot(ctx: TeammateContext, { token }: ConnectMsgrBot): Promise<ChannelBotRow | null> {
  const { teammate } = ctx
  const { config, cipher } = ctx.ports
  const identity = requireGranted(await getMe(config, token), 'BOT_TOKEN_REFUSED')
  const before = await findBot(ctx, teammate.id, 'msgr')
  const secret_token = randomToken()
  const row: ChannelBotRow = {
    ...identityOf(identity),
    organization_id: ctx.organization.id,
    employee_id: teammate.id,
    channel: 'msgr',
    status: 'active',
    token_sealed: cipher.encrypt(token),
    webhook_secret_sealed: cipher.encrypt(secret_token),
    ...NO_PROBLEM,
    // A personal assistant answers only its owner.
    enables_private_chats: before?.enables_private_chats ?? false,
    is_access_decided: before?.is_access_decided ?? teammate.owned_by_user_id !== null,
    connected_at: ctx.now(),
    checked_at: ctx.now(),
  }
  await writeBot(ctx, row)
  const url = webhookUrl(config, teammate.id)
  const answer = await setWebhook(config, token, { url, secret_token })
  if (answer.outcome !== 'granted' && answer.outcome !== 'unknown') {
    await restoreBot(ctx, row, before)
    // A simultaneous change may have set its webhook before this row was restored.
    await ensureWebhook(ctx, row, null)
    requireGranted(answer, 'WEBHOOK_REFUSED')
  }
  // Setting a webhook twice is harmless, so an unknown outcome is followed by another request.
  await ensureWebhook(ctx, row, answer.outcome === 'granted' ? row : undefined)
  // Updates of the replaced bot would arrive here without use.
  if (before && before.bot_id !== row.bot_id) await ensureWebhook(ctx, before, undefined)
  return recordConnected(ctx, row, before)
}

/** The platform's data of a bot, in the columns of its row. */
export const identityOf = ({ id, username, first_name, can_read_all_group_messages }: MsgrBotIdentity) => ({
  bot_id: String(id),
  username,
  name: first_name,
  reads_groups: can_read_all_group_messages ?? false,
})
