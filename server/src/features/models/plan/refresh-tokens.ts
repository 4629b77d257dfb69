import { and, eq } from 'drizzle-orm'
import { vendors } from '#contracts/parties.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findCredentials, lockCredential } from '../access.ts'
import { ModelFailure } from '../model-language.ts'
import { changeProvider } from '../providers/change-provider.ts'
import { type VendorCredentialRow, vendorCredentials } from '../table.ts'
import { refreshPlanTokens, type SignInFailure } from './device-sign-in.ts'
import { openTokens, type PlanTokens, sealedTokens } from './tokens.ts'

/** Tokens are renewed this long before they end, so that none ends on its way. */
const EARLY_MS = 5 * 60_000
const { label } = vendors.vendor_6

/** The refreshes under way in this process: calls that need one at once hold one connection to the database. */
const underWay = new Map<string, Promise<PlanTokens>>()

/** Tokens with which a call can be made now; `refused` names an access token that the vendor does not take any more. */
export async function findPlanTokens(ctx: OrgContext, refused?: string): Promise<PlanTokens> {
  const row = (await findCredentials(ctx)).find(({ provider }) => provider === 'vendor_6')
  const tokens = openTokens(ctx.ports.cipher, row)
  if (!row || !tokens) throw notConnected()
  if (tokens.access_token !== refused && !isEnding(ctx, row, EARLY_MS)) return tokens

  const { id } = ctx.organization
  const refresh = underWay.get(id) ?? refreshTokens(ctx, tokens).finally(() => underWay.delete(id))
  underWay.set(id, refresh)
  const renewed = await refresh
  if (renewed.access_token === refused) throw cannotSignIn()
  return renewed
}

/**
 * The vendor takes each refresh token once, so the row is locked while it is asked: of calls in several processes one
 * asks, and the others find what it got.
 */
async function refreshTokens(ctx: OrgContext, stale: PlanTokens): Promise<PlanTokens> {
  const { cipher, config } = ctx.ports
  const renewed = await inTurn(ctx, async (ctx) => {
    const row = await lockCredential(ctx, 'vendor_6')
    const tokens = openTokens(cipher, row)
    if (!tokens || tokens.access_token !== stale.access_token) return tokens

    const answer = await refreshPlanTokens(config, tokens)
    if (answer.outcome !== 'granted') return saveOrSignOut(ctx, { row, tokens, failure: answer })
    const kept = await ctx.db
      .update(vendorCredentials)
      .set({ ...sealedTokens(cipher, ctx.now(), answer.value), updated_at: ctx.now() })
      .where(isStill(row))
    return kept.rowCount === 1 ? answer.value : null
  })
  if (!renewed) throw notConnected()
  return renewed
}

/** The embedded database has one connection: calls share one refresh, outside a transaction, so that none waits for a vendor. */
function inTurn<T>(ctx: OrgContext, work: (ctx: OrgContext) => Promise<T>): Promise<T> {
  return ctx.ports.config.DATABASE_URL ? ctx.transaction(work) : work(ctx)
}

/** A plan that was disconnected meanwhile stays so. */
const isStill = ({ organization_id, provider, tokens_sealed }: VendorCredentialRow) =>
  and(
    eq(vendorCredentials.organization_id, organization_id),
    eq(vendorCredentials.provider, provider),
    eq(vendorCredentials.tokens_sealed, tokens_sealed ?? ''),
  )

type Refused = { row: VendorCredentialRow; tokens: PlanTokens; failure: SignInFailure }

/** A temporary error keeps the tokens; a refusal signs the organization out and notifies it. */
async function saveOrSignOut(ctx: OrgContext, { row, tokens, failure }: Refused): Promise<PlanTokens | null> {
  const { outcome, status, code } = failure
  if (outcome === 'passing') {
    if (isEnding(ctx, row, 0)) throw cannotSignIn()
    return tokens
  }
  ctx.log.warn({ status, code }, 'the vendor ended the sign-in to a plan')
  const lost = { tokens_sealed: null, tokens_expire_at: null, lost_at: ctx.now() }
  await changeProvider(ctx, 'vendor_6', null, (now) => (now.tokens_sealed === row.tokens_sealed ? lost : {}))
  return null
}

function isEnding(ctx: OrgContext, { tokens_expire_at }: VendorCredentialRow, early_ms: number): boolean {
  return (tokens_expire_at?.getTime() ?? 0) - early_ms <= ctx.now().getTime()
}

const notConnected = () => new ModelFailure('unauthorized', `${label} is not connected.`)
const cannotSignIn = () => new ModelFailure('unavailable', `${label} could not renew its sign-in at the moment.`)
