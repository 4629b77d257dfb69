import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { botDisconnected, botUpdated } from '../acts.ts'
import { enableWaitingChats } from '../bots/enable-waiting-chats.ts'
import { findBot, isBotOf } from '../bots/find-bot.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { announceBot } from './announce-bot.ts'
import { identityOf } from './connect-bot.ts'
import { getMe, setWebhook } from './msgr-api.ts'
import { isUnauthorized } from './msgr-refusals.ts'
import { requireGranted } from './require-granted.ts'
import { settleWebhook } from './settle-webhook.ts'
import { updateBot } from './update-bot.ts'
import { webhookUrl } from './webhook-url.ts'

const subjectOf = ({ id, name }: TeammateRow) => ({ type: 'teammate', id, name })

const notConnected = () => new AppError('conflict', 'No bot is connected', { code: 'BOT_NOT_CONNECTED' })

async function requireBot(ctx: TeammateContext): Promise<ChannelBotRow> {
  const row = await findBot(ctx, ctx.teammate.id, 'msgr')
  if (!row) throw notConnected()
  return row
}

/** Decides whether whoever writes to the bot is answered at once: from now on, and those who wait already. */
export async function changeBot(
  ctx: TeammateContext,
  { enables_private_chats }: Pick<ChannelBotRow, 'enables_private_chats'>,
): Promise<ChannelBotRow> {
  const { teammate } = ctx
  const before = await requireBot(ctx)
  const isSame = before.enables_private_chats === enables_private_chats
  if (isSame && before.is_access_decided) return before
  return ctx.transaction(async (ctx) => {
    const row = await updateBot(ctx, teammate, before, { enables_private_chats, is_access_decided: true })
    if (!row) throw notConnected()
    if (enables_private_chats) await enableWaitingChats(ctx, 'msgr')
    if (isSame) return row
    const subject = subjectOf(teammate)
    const { enables_private_chats: former } = before
    await ctx.record(botUpdated, {
      subject,
      before: { enables_private_chats: former },
      after: { enables_private_chats },
    })
    return row
  })
}

/** Tells the platform once more where to send, with the secret that it has; another program may have taken the bot. */
export async function reconnectWebhook(ctx: TeammateContext): Promise<ChannelBotRow> {
  const { teammate } = ctx
  const { config, cipher } = ctx.ports
  const before = await requireBot(ctx)
  const token = cipher.decrypt(before.token_sealed)
  const answer = await getMe(config, token)
  if (isUnauthorized(answer)) await updateBot(ctx, teammate, before, { status: 'invalid' })
  const identity = requireGranted(answer, 'BOT_TOKEN_REFUSED')
  const secret_token = cipher.decrypt(before.webhook_secret_sealed)
  const url = webhookUrl(config, teammate.id)
  requireGranted(await setWebhook(config, token, { url, secret_token }), 'WEBHOOK_REFUSED')
  await settleWebhook(ctx, before, before)
  const now = { status: 'active', webhook_problem: null, webhook_error: null, checked_at: ctx.now() } as const
  const row = await updateBot(ctx, teammate, before, { ...identityOf(identity), ...now })
  if (!row) throw notConnected()
  return row
}

/** Forgets the bot here, then tells the platform, as far as it can be reached. Its chats are known when it comes back. */
export async function disconnectBot(ctx: TeammateContext): Promise<void> {
  const { teammate } = ctx
  const row = await ctx.transaction(async (ctx) => {
    const [row] = await ctx.db.delete(channelBots).where(isBotOf(teammate.id, 'msgr')).returning()
    if (!row) return null
    await announceBot(ctx, teammate, null)
    await ctx.record(botDisconnected, {
      subject: subjectOf(teammate),
      before: { channel: 'msgr', username: row.username },
    })
    return row
  })
  if (row) await settleWebhook(ctx, row, undefined)
}
