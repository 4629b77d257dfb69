import type { IdentityProvider } from '#contracts/parties.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { AppError } from '#platform/error.ts'
import { assignToolsetsOf } from '../../connectors/toolsets/assign-toolsets-of.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findEditableTeammate } from '../../teammates/access.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { subjectOf } from '../../teammates/subject-of.ts'
import { lockIntegration } from '../access.ts'
import { integrationConnected } from '../audit-actions.ts'
import { listEntriesOf } from '../entry-servers/entry-lists.ts'
import { integrationChanged } from '../events.ts'
import { type IntegrationRow, oauthIntegrations } from '../table.ts'
import { consumeAttempt } from './attempts.ts'
import { type Provider, providerOf } from './provider.ts'
import { exchangeCode, isAway, readAccount } from './provider-requests.ts'
import { queueRevocation } from './revoke-grants.ts'
import { openTokens, sealedTokens, type TokenAnswer } from './tokens.ts'

type Arrived = { service: IdentityProvider; code: string; state: string }
type Connected = { ctx: TeammateContext; row: IntegrationRow }

/** Connects the account of the person who came back from the provider, and assigns its toolsets; an account of before is replaced. */
export async function connectAccount(ctx: MemberContext, { service, code, state }: Arrived): Promise<Connected> {
  const provider = providerOf(ctx.ports.config, service)
  const attempt = await consumeAttempt(ctx, { service, state })
  if (!attempt) throw notUnderWay()
  const teammate = await findEditableTeammate(ctx, attempt.employee_id)
  const granted = await exchangeCode(ctx, provider, { code, code_verifier: attempt.code_verifier })
  if (granted.outcome !== 'granted') throw isAway(granted.status) ? notReached(provider) : refused(provider)
  const profile = await readAccount(ctx, provider, granted.value.access_token)
  if (profile.outcome === 'refused') throw refused(provider)
  const details = profile.outcome === 'granted' ? { account: profile.value } : null
  return saveAccount(extendContext(ctx, { teammate }), provider, granted.value, details)
}

async function saveAccount(
  outer: TeammateContext,
  provider: Provider,
  granted: TokenAnswer,
  details: { account: string | null } | null,
): Promise<Connected> {
  const { service } = provider
  const row = await outer.transaction(async (ctx) => {
    const { organization, teammate, user } = ctx
    const former = await lockIntegration(ctx, teammate, service)
    const isSame = former !== null && former.account !== null && former.account === details?.account
    const before = isSame ? openTokens(ctx.ports.cipher, former).refresh_token : null
    const refresh_token = granted.refresh_token ?? before
    if (!refresh_token) throw refused(provider)
    const now = ctx.now()
    const kept = {
      ...sealedTokens({ cipher: ctx.ports.cipher, now }, granted, { refresh_token, scopes: provider.scopes }),
      account: details?.account ?? null,
      connected_by: user.id,
      connected_at: now,
      status: details ? ('valid' as const) : ('unknown' as const),
      checked_at: now,
      updated_at: now,
    }
    const [row] = await ctx.db
      .insert(oauthIntegrations)
      .values({ organization_id: organization.id, employee_id: teammate.id, service, ...kept })
      .onConflictDoUpdate({
        target: [oauthIntegrations.organization_id, oauthIntegrations.employee_id, oauthIntegrations.service],
        set: kept,
      })
      .returning()
    if (!row) throw new Error('The account was not written')
    await assignToolsetsOf(ctx, service)
    await listEntriesOf(ctx, teammate, service)
    // What people do to their own assistants is nobody else's business.
    if (teammate.owned_by_user_id === null)
      await ctx.record(integrationConnected, {
        subject: subjectOf(teammate),
        after: { service, account: row.account },
      })
    const changed = { organization_id: organization.id, employee_id: teammate.id, service }
    await ctx.emit(integrationChanged, changed, teammate)
    // Of an account that is not known it is not known either whether it is another one.
    if (former && row.account !== null && row.account !== former.account) await queueRevocation(ctx, former)
    return row
  })
  return { ctx: outer, row }
}

const notUnderWay = () =>
  new AppError('bad_request', 'This attempt to connect is over or is not yours. Please connect again.', {
    code: 'INTEGRATION_STATE_INVALID',
  })

const refused = ({ label }: Provider) =>
  new AppError('unprocessable', `${label} did not grant the access. Please connect again.`, {
    code: 'INTEGRATION_REFUSED',
  })

const notReached = ({ label }: Provider) =>
  new AppError('unavailable', `${label} cannot be reached at the moment. Please connect again later.`)
