import { and, eq } from 'drizzle-orm'
import type { IdentityProvider } from '#contracts/parties.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/error.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { findIntegration, lockIntegration } from '../access.ts'
import { integrationChanged } from '../events.ts'
import { type IntegrationRow, oauthIntegrations } from '../table.ts'
import { labelOf, providerOf } from './provider.ts'
import { refreshGrant } from './provider-requests.ts'
import { openTokens, sealedTokens } from './tokens.ts'

/** Tokens are renewed this long before they end, so that none ends on its way. */
const EARLY_MS = 5 * 60_000

/** Each holds a connection to the database while a provider is asked; one that hangs must not hold all of them. */
const turns = createFairLimit({ total: 4, perKey: 2, waitingPerKey: 50 })

/** Whose account is meant. */
export type AccountRef = {
  teammate: Pick<TeammateRow, 'id' | 'organization_id' | 'owned_by_user_id'>
  service: IdentityProvider
}
type Renewed = { row: IntegrationRow; access_token: string }

/** The refreshes under way in this process: calls that need one at once hold one connection to the database. */
const underWayIn = new WeakMap<Config, Map<string, Promise<Renewed>>>()

/** An access token that can be used now; `refused` names one that the provider does not take any more. */
export async function findToken(ctx: OrgContext, of: AccountRef, refused?: string): Promise<Renewed> {
  const row = await findIntegration(ctx, of.teammate, of.service)
  if (!row) throw notConnected(of.service)
  const { access_token } = openTokens(ctx.ports.cipher, row)
  if (access_token !== refused && !isEnding(ctx, row, EARLY_MS)) return { row, access_token }

  const underWay = underWayIn.get(ctx.ports.config) ?? new Map<string, Promise<Renewed>>()
  underWayIn.set(ctx.ports.config, underWay)
  const refresh = underWay.get(row.id) ?? refreshToken(ctx, of, row, refused).finally(() => underWay.delete(row.id))
  underWay.set(row.id, refresh)
  const renewed = await refresh
  if (renewed.access_token === refused) throw cannotRenew(of.service)
  return renewed
}

/**
 * Some providers take a refresh token once, so the row is locked while they are asked: of calls in several processes one
 * asks, and the others find what it got. A process that dies before it saves leaves the former tokens, which are tried again.
 */
async function refreshToken(
  ctx: OrgContext,
  of: AccountRef,
  stale: IntegrationRow,
  refused: string | undefined,
): Promise<Renewed> {
  const { cipher, config } = ctx.ports
  const tooLate = AbortSignal.timeout(config.SIGN_IN_TIMEOUT * 1000)
  using _turn = await turns.enter(ctx.organization.id, tooLate).catch(() => {
    throw cannotRenew(of.service)
  })
  const renewed = await inTurn(ctx, async (ctx) => {
    const row = await lockIntegration(ctx, of.teammate, of.service)
    if (!row) return null
    const tokens = openTokens(cipher, row)
    if (row.tokens_sealed !== stale.tokens_sealed) return { row, access_token: tokens.access_token }

    const answer = await refreshGrant(ctx, providerOf(config, of.service), tokens.refresh_token)
    if (answer.outcome === 'refused') return loseAccount(ctx, of, row)
    if (answer.outcome !== 'granted') {
      if (tokens.access_token === refused || isEnding(ctx, row, 0)) throw cannotRenew(of.service)
      return { row, access_token: tokens.access_token }
    }
    const before = { refresh_token: tokens.refresh_token, scopes: row.scopes }
    const [kept] = await ctx.db
      .update(oauthIntegrations)
      .set({ ...sealedTokens({ cipher, now: ctx.now() }, answer.value, before), updated_at: ctx.now() })
      .where(isStill(row))
      .returning()
    return kept ? { row: kept, access_token: answer.value.access_token } : null
  })
  if (!renewed)
    throw (await findIntegration(ctx, of.teammate, of.service)) ? mustReconnect(of.service) : notConnected(of.service)
  return renewed
}

/** The embedded database has one process and one connection: its calls share one refresh, and nobody may wait for a provider. */
function inTurn<T>(ctx: OrgContext, work: (ctx: OrgContext) => Promise<T>): Promise<T> {
  return ctx.ports.config.DATABASE_URL ? ctx.transaction(work) : work(ctx)
}

/** An account that was disconnected or connected again meanwhile stays so. */
const isStill = ({ id, tokens_sealed }: IntegrationRow) =>
  and(eq(oauthIntegrations.id, id), eq(oauthIntegrations.tokens_sealed, tokens_sealed))

/** The provider takes these tokens no more: nothing is asked with them until someone connects the account again. */
export async function loseAccount(
  ctx: OrgContext,
  { teammate, service }: AccountRef,
  row: IntegrationRow,
): Promise<null> {
  await setStatus(ctx, { teammate, service }, row, { status: 'invalid' })
  return null
}

/** Only where the tokens are still those that were tried. */
export async function setStatus(
  ctx: OrgContext,
  { teammate, service }: AccountRef,
  row: IntegrationRow,
  found: { status: IntegrationRow['status']; account?: string | null },
): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const now = ctx.now()
    await ctx.db
      .update(oauthIntegrations)
      .set({ ...found, checked_at: now, updated_at: now })
      .where(isStill(row))
    const changed = { organization_id: ctx.organization.id, employee_id: teammate.id, service }
    await ctx.emit(integrationChanged, changed, teammate)
  })
}

function isEnding(ctx: OrgContext, { expires_at }: IntegrationRow, early_ms: number): boolean {
  return expires_at.getTime() - early_ms <= ctx.now().getTime()
}

export const notConnected = (service: IdentityProvider) =>
  new AppError('conflict', `No ${labelOf(service)} account is connected to this teammate`, {
    code: 'INTEGRATION_NEEDED',
  })

export const mustReconnect = (service: IdentityProvider) =>
  new AppError('conflict', `The ${labelOf(service)} account of this teammate must be reconnected`, {
    code: 'INTEGRATION_NEEDED',
  })

const cannotRenew = (service: IdentityProvider) =>
  new AppError('unavailable', `${labelOf(service)} could not renew its access at the moment`)
