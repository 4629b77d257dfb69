import { isDeepStrictEqual } from 'node:util'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { updateBot } from '../bots/update-bot.ts'
import type { ChannelBotRow } from '../table.ts'
import { dataOf, mergedData } from './bot-data.ts'
import { invalidateConnection } from './check-connections.ts'
import { dataFrom, identityOf, missingScopes } from './connect-bot.ts'
import { isDeadToken, testToken } from './slack-api.ts'
import type { SlackAnswer } from './slack-call.ts'

/** Whether Slack still accepts the token, what it may do, and what the bot and its workspace are called now. */
export async function checkBot(ctx: TeammateWork, bot: ChannelBotRow): Promise<void> {
  const { config, cipher } = ctx.ports
  const answer = await testToken(config, cipher.decrypt(bot.token_sealed))
  if (answer.outcome !== 'granted') return recordRefusal(ctx, ctx.teammate, bot, answer)
  const missing_scopes = missingScopes(answer.value)
  const seen = {
    ...identityOf(answer.value),
    webhook_error: missing_scopes.length > 0 ? `missing_scope (needed: ${missing_scopes.join(', ')})` : null,
  }
  const data = { ...dataFrom(answer.value), missing_scopes }
  const { bot_id, username, name, webhook_error } = bot
  const known = { bot_id, username, name, webhook_error, ...dataOf(bot) }
  if (isDeepStrictEqual(known, { ...known, ...seen, ...data })) return
  await updateBot(ctx, ctx.teammate, bot, { ...seen, platform_data: mergedData(data) })
}

/** What a refusal tells of the app itself: that its token is dead, or that it lacks a scope. */
export async function recordRefusal(
  ctx: OrgContext,
  teammate: TeammateRow,
  bot: ChannelBotRow,
  answer: SlackAnswer<unknown>,
): Promise<void> {
  if (answer.outcome !== 'refused') return
  if (dataOf(bot).is_of_organization) {
    if (isDeadToken(answer)) await invalidateConnection(ctx, bot.token_sealed)
    return
  }
  if (isDeadToken(answer)) await invalidateBot(ctx, teammate, bot, answer.description)
  if (answer.error !== 'missing_scope' || bot.webhook_error === answer.description) return
  const { missing_scopes } = dataOf(bot)
  const needed = answer.needed?.split(',').map((scope) => scope.trim()) ?? []
  await updateBot(ctx, teammate, bot, {
    webhook_error: answer.description,
    platform_data: mergedData({ missing_scopes: [...new Set([...missing_scopes, ...needed])] }),
  })
}

/** The app is not used any more until someone connects it again. */
export async function invalidateBot(
  ctx: OrgContext,
  teammate: TeammateRow,
  bot: ChannelBotRow,
  webhook_error: string,
): Promise<void> {
  if (bot.status !== 'invalid') await updateBot(ctx, teammate, bot, { status: 'invalid', webhook_error })
}
