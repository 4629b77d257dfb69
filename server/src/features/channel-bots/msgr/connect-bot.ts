import { and, eq, isNotNull } from 'drizzle-orm'
import type { ConnectMsgrBot } from '#contracts/msgr-bots.ts'
import { randomToken } from '#platform/cipher.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { botConnected } from '../acts.ts'
import { findBot, isBotOf } from '../bots/find-bot.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { announceBot } from './announce-bot.ts'
import { getMe, type MsgrBotIdentity, setWebhook } from './msgr-api.ts'
import { requireGranted } from './require-granted.ts'
import { settleWebhook } from './settle-webhook.ts'
import { webhookUrl } from './webhook-url.ts'

/**
 * Makes a bot the teammate's. Its row is written before the platform is told where to send, so that the first message finds
 * the secret that proves it, and taken back where the platform refuses. Answers with the bot that is connected in the end:
 * somebody may have connected another one meanwhile, or disconnected it.
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
    webhook_problem: null,
    webhook_error: null,
    // A personal assistant hears nobody but its owner.
    enables_private_chats: before?.enables_private_chats ?? false,
    is_access_decided: before?.is_access_decided ?? teammate.owned_by_user_id !== null,
    connected_at: ctx.now(),
    checked_at: ctx.now(),
  }
  await writeBot(ctx, row)
  const url = webhookUrl(config, teammate.id)
  const answer = await setWebhook(config, token, { url, secret_token })
  if (answer.outcome !== 'granted' && answer.outcome !== 'unknown') {
    await takeBack(ctx, row, before)
    // Another one may have been told of in vain.
    await settleWebhook(ctx, row, null)
    requireGranted(answer, 'WEBHOOK_REFUSED')
  }
  // It may be told twice, so what nobody knows is told again.
  await settleWebhook(ctx, row, answer.outcome === 'granted' ? row : undefined)
  // The one that it replaces would be sent here in vain.
  if (before && before.bot_id !== row.bot_id) await settleWebhook(ctx, before, undefined)
  return ctx.transaction(async (ctx) => {
    const [current = null] = await ctx.db.select().from(channelBots).where(isBotOf(teammate.id, 'msgr')).for('update')
    await announceBot(ctx, teammate, current)
    const subject = { type: 'teammate', id: teammate.id, name: teammate.name }
    const after = { channel: 'msgr', username: row.username }
    await ctx.record(botConnected, { subject, after, ...(before && { before: { username: before.username } }) })
    return current
  })
}

/** What the platform says of a bot, as its row has it. */
export const identityOf = ({ id, username, first_name, can_read_all_group_messages }: MsgrBotIdentity) => ({
  bot_id: String(id),
  username,
  name: first_name,
  reads_groups: can_read_all_group_messages ?? false,
})

function writeBot(ctx: TeammateContext, row: ChannelBotRow): Promise<void> {
  return ctx.transaction(async (ctx) => {
    await letGoOfDeleted(ctx, row)
    try {
      await ctx.db
        .insert(channelBots)
        .values(row)
        .onConflictDoUpdate({ target: [channelBots.employee_id, channelBots.channel], set: row })
    } catch (error) {
      if (!violates(error, 'a_bot_speaks_for_one_teammate')) throw error
      throw new AppError('conflict', 'Another teammate has this bot', { code: 'BOT_CONNECTED_ELSEWHERE' })
    }
  })
}

/** A bot of a teammate that was deleted is free for another one. */
async function letGoOfDeleted(ctx: TeammateContext, { channel, bot_id }: ChannelBotRow): Promise<void> {
  const [held] = await ctx.db
    .select({ employee_id: channelBots.employee_id })
    .from(channelBots)
    .innerJoin(aiEmployees, eq(aiEmployees.id, channelBots.employee_id))
    .where(and(eq(channelBots.channel, channel), eq(channelBots.bot_id, bot_id), isNotNull(aiEmployees.deleted_at)))
  if (held) await ctx.db.delete(channelBots).where(isBotOf(held.employee_id, channel))
}

/** As it was before, unless somebody has connected another bot meanwhile. */
function takeBack(ctx: TeammateContext, row: ChannelBotRow, before: ChannelBotRow | null): Promise<void> {
  const isOurs = and(
    isBotOf(row.employee_id, row.channel),
    eq(channelBots.webhook_secret_sealed, row.webhook_secret_sealed),
  )
  return ctx.transaction(async (ctx) => {
    if (before) await ctx.db.update(channelBots).set(before).where(isOurs)
    else await ctx.db.delete(channelBots).where(isOurs)
  })
}
