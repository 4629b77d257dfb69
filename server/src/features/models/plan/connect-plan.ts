import { vendors } from '#contracts/parties.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { ModelFailure } from '../model-language.ts'
import type { Connected } from '../providers/connect-vendor.ts'
import type { VendorCredentialRow } from '../table.ts'
import { limitedFetch } from '../vendors/limited-fetch.ts'
import { findPlanTokens } from './refresh-tokens.ts'
import type { PlanTokens } from './tokens.ts'

const { label } = vendors.vendor_6

/** How to reach the vendor of a plan, with the organization's own sign-in; null without one. */
export function connectPlan(ctx: OrgContext, row: VendorCredentialRow | null): Connected | null {
  if (!row?.tokens_sealed) return null
  const { VENDOR_6_BASE_URL: base_url = null } = ctx.ports.config
  return {
    connection: { provider: 'vendor_6', api_key: null, base_url, fetch: planFetch(ctx) },
    key_type: 'organization',
  }
}

/** A fetch that signs each call with the current tokens, because a run may outlive its first ones. */
function planFetch(ctx: OrgContext): typeof fetch {
  const session_id = newId()
  const limited = limitedFetch(fetch)
  return async (input, init = {}) => {
    const send = ({ access_token, account_id }: PlanTokens) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${access_token}`)
      headers.set('chatgpt-account-id', account_id)
      headers.set('openai-beta', 'responses=experimental')
      headers.set('originator', 'alongside')
      headers.set('session_id', session_id)
      headers.set('accept', 'text/event-stream')
      // A redirect must not carry the tokens to another server.
      return limited(input, { ...init, headers, redirect: 'error' })
    }

    let tokens = await findPlanTokens(ctx)
    let response = await send(tokens)
    if (response.status === 401) {
      await response.body?.cancel()
      tokens = await findPlanTokens(ctx, tokens.access_token)
      response = await send(tokens)
    }
    return response.ok ? response : refusalOf(response, tokens)
  }
}

/** Without the token, should the vendor repeat it. */
async function refusalOf(response: Response, { access_token }: PlanTokens): Promise<Response> {
  const { status, statusText, headers } = response
  const body = (await response.text()).replaceAll(access_token, '…')
  if (status === 401) throw new ModelFailure('unauthorized', `${label} did not accept the sign-in.`, status)
  if (status === 429 && body.includes('usage_limit_reached')) {
    throw new ModelFailure('rate_limited', `${label} has reached its usage limit.`, status)
  }
  return new Response(body, { status, statusText, headers })
}
