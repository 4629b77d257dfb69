import type { ConnectWchatBot } from '#contracts/wchat-bots.ts'
import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { findBot } from '../bots/find-bot.ts'
import { recordConnected, writeBot } from '../bots/write-bot.ts'
import type { ChannelBotRow } from '../table.ts'
import type { SlackBotData } from './bot-data.ts'
import { isDeadToken, type SlackIdentity, testToken } from './slack-api.ts'
import type { SlackAnswer } from './slack-call.ts'
import { BOT_SCOPES } from './wchat-app.ts'

/**
 * Makes a Slack app the teammate's, or connects it again. The token is tried at once; the signing secret proves itself with the
 * first event (`has_received_events`), because Slack has no call for it. Answers with the app that is connected in the end.
 */
export async function connectBot(
  ctx: TeammateContext,
  { bot_token, signing_secret }: ConnectWchatBot,
): Promise<ChannelBotRow | null> {
  const { teammate } = ctx
  const { config, cipher } = ctx.ports
  const identity = requireIdentity(await testToken(config, bot_token))
  const missing = missingScopes(identity)
  if (missing.length > 0) throw scopesMissing(missing)
  const before = await findBot(ctx, teammate.id, 'wchat')
  const isPersonal = teammate.owned_by_user_id !== null
  const row: ChannelBotRow = {
    ...identityOf(identity),
    organization_id: ctx.organization.id,
    employee_id: teammate.id,
    channel: 'wchat',
    status: 'active',
    reads_groups: true,
    token_sealed: cipher.encrypt(bot_token),
    webhook_secret_sealed: cipher.encrypt(signing_secret.toLowerCase()),
    webhook_problem: null,
    webhook_error: null,
    platform_data: { ...dataFrom(identity), missing_scopes: [], has_received_events: false } satisfies SlackBotData,
    // Each chat of a personal assistant is enabled by its owner.
    enables_private_chats: !isPersonal && (before?.enables_private_chats ?? false),
    is_access_decided: isPersonal || (before?.is_access_decided ?? false),
    connected_at: ctx.now(),
    checked_at: ctx.now(),
  }
  await writeBot(ctx, row)
  return recordConnected(ctx, row, before)
}

/** What Slack tells of a bot, as its row has it. Ids of users are unique within a workspace only. */
export const identityOf = ({ team_id, user_id, user = user_id }: SlackIdentity) => ({
  bot_id: `${team_id}:${user_id}`,
  username: user,
  name: user,
})

export const dataFrom = ({ team_id, team = team_id, url, user_id }: SlackIdentity) => ({
  team_id,
  team_name: team,
  team_url: url ?? null,
  user_id,
})

/** None where Slack does not send the token's scopes. */
export const missingScopes = ({ scopes }: SlackIdentity): string[] =>
  scopes === null ? [] : BOT_SCOPES.filter((scope) => !scopes.includes(scope))

function requireIdentity(answer: SlackAnswer<SlackIdentity>): SlackIdentity {
  if (answer.outcome === 'granted') {
    if (answer.value.bot_id) return answer.value
    throw tokenRefused('This token is not the one of a bot')
  }
  if (isDeadToken(answer)) throw tokenRefused('Slack does not accept this token')
  if (answer.outcome === 'refused') throw tokenRefused(`Slack refused the token: ${answer.description}`)
  const reason = answer.outcome === 'limited' ? 'it asks to wait' : answer.description
  throw new AppError('bad_gateway', `Slack could not be reached: ${reason}`)
}

const tokenRefused = (sentence: string) => new AppError('unprocessable', sentence, { code: 'BOT_TOKEN_REFUSED' })

const scopesMissing = (scopes: readonly string[]) =>
  new AppError(
    'unprocessable',
    `The app lacks bot token scopes: ${scopes.join(', ')}. Add them under “OAuth & Permissions” and reinstall the app.`,
    { code: 'SCOPES_MISSING' },
  )
