import type { ConnectTchatBot } from '#contracts/tchat-bots.ts'
import { randomToken } from '#platform/cipher.ts'
import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { findBot } from '../bots/find-bot.ts'
import { recordConnected, writeBot } from '../bots/write-bot.ts'
import type { ChannelBotRow } from '../table.ts'
import { botScope, requestToken, type TchatCredentials } from './access-token.ts'

/** Makes a bot the teammate's, once Microsoft has accepted its password. */
export async function connectBot(
  ctx: TeammateContext,
  { app_id, password, tenant_id }: ConnectTchatBot,
): Promise<ChannelBotRow | null> {
  const { teammate } = ctx
  const { cipher } = ctx.ports
  await requireAccepted(ctx, { app_id, password, tenant_id })
  const before = await findBot(ctx, teammate.id, 'tchat')
  const row: ChannelBotRow = {
    organization_id: ctx.organization.id,
    employee_id: teammate.id,
    channel: 'tchat',
    status: 'active',
    bot_id: app_id,
    username: app_id,
    name: teammate.name,
    reads_groups: false,
    token_sealed: cipher.encrypt(password),
    // Microsoft proves itself by its own key. This tells one connection from the next.
    webhook_secret_sealed: cipher.encrypt(randomToken()),
    webhook_problem: null,
    webhook_error: null,
    platform_data: { tenant_id },
    enables_private_chats: before?.enables_private_chats ?? false,
    is_access_decided: before?.is_access_decided ?? teammate.owned_by_user_id !== null,
    connected_at: ctx.now(),
    checked_at: ctx.now(),
  }
  await writeBot(ctx, row)
  return recordConnected(ctx, row, before)
}

async function requireAccepted(ctx: TeammateContext, credentials: TchatCredentials): Promise<void> {
  const { config } = ctx.ports
  const answer = await requestToken(config, credentials, botScope(config), ctx.now())
  if (answer.outcome === 'granted') return
  if (answer.outcome === 'refused') {
    throw new AppError('unprocessable', refusalText(answer.description), { code: 'BOT_CREDENTIALS_REFUSED' })
  }
  const reason = answer.outcome === 'limited' ? 'it asks to wait' : answer.description
  throw new AppError('bad_gateway', `Microsoft could not be asked: ${reason}`)
}

/** https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
const REFUSALS: readonly (readonly [code: string, text: string])[] = [
  ['AADSTS7000215', 'The client secret is wrong. Copy its value, not its ID'],
  ['AADSTS7000222', 'The client secret has expired. Create a new one'],
  ['AADSTS700016', 'This tenant has no app with this app ID'],
  ['AADSTS90002', 'There is no tenant with this ID'],
  ['AADSTS900023', 'There is no tenant with this ID'],
]

/** With Microsoft's code, which a page has words of its own language for. */
function refusalText(description: string): string {
  const found = REFUSALS.find(([code]) => description.startsWith(`${code}:`))
  return found ? `${found[1]} (${found[0]})` : `Microsoft refused: ${description}`
}
