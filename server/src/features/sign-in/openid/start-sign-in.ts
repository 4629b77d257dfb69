import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { Reply } from '#platform/route.ts'
import { type Arrival, arrivalOf } from '../enter.ts'
import { startAttempt } from './attempts.ts'
import { setBrowserCookie } from './browser-cookie.ts'
import { type Provider, providerOf } from './provider.ts'
import { reasonOf } from './reason-of.ts'

export const FAILED_PATH = '/login?error=auth_server_callback'

type Query = { state?: string | undefined; select_account?: 'true' | undefined }

/** Sends the browser to the auth server; where that cannot be reached, back to the sign-in page, which says so. */
export async function startAtAuthServer(
  ctx: Context,
  id: string,
  query: Query,
  http: FastifyRequest,
): Promise<Reply<null>> {
  const { config } = ctx.ports
  const hint = config.AUTH_SERVER_PROVIDERS.find((one) => one.id === id && one.type === 'redirect')
  if (!hint || !config.AUTH_SERVER_ISSUER) throw new AppError('not_found', 'No such sign-in method')
  const provider = providerOf(config, 'auth-server')
  const { browser, headers } = setBrowserCookie(config, http)
  const login = stateOf(query, http)
  const params = { ...hint.params, ...accountChoice(query) }
  try {
    const asked = { ...login, browser, params, stateOf: (token: string) => token, user_id: null }
    const location = await startAttempt(ctx, provider, asked)
    return new Reply(null, { status: 302, headers: { ...headers, location } })
  } catch (error) {
    ctx.log.warn({ door: provider.door, reason: reasonOf(error) }, 'sign-in could not start')
    const location = query.state ? `${FAILED_PATH}&state=${encodeURIComponent(query.state)}` : FAILED_PATH
    return new Reply(null, { status: 302, headers: { location } })
  }
}

/** The address at the identity provider. Its state is JSON text, as the contract has it, made unguessable by a part of ours. */
export async function startAtIdpa(ctx: Context, query: Query, http: FastifyRequest) {
  const provider = providerOf(ctx.ports.config, 'idpa')
  const login = stateOf(query, http)
  const stateWith = (attempt: string) =>
    JSON.stringify({
      ...(login.invite_code && { inviteCode: login.invite_code }),
      returnPath: login.return_path,
      attempt,
    })
  return answerWithAddress(ctx, provider, http, {
    ...login,
    params: accountChoice(query),
    stateOf: stateWith,
    user_id: null,
  })
}

type Asked = Omit<Parameters<typeof startAttempt>[2], 'browser'>

/** For pages that go to the provider by themselves. */
export async function answerWithAddress(ctx: Context, provider: Provider, http: FastifyRequest, asked: Asked) {
  const { browser, headers } = setBrowserCookie(ctx.ports.config, http)
  try {
    return new Reply({ auth_url: await startAttempt(ctx, provider, { ...asked, browser }) }, { headers })
  } catch (cause) {
    ctx.log.warn({ door: provider.door, reason: reasonOf(cause) }, 'sign-in could not start')
    throw new AppError('unavailable', `${provider.label} cannot be reached right now. Please try again.`)
  }
}

const accountChoice = ({ select_account }: Query): Record<string, string> =>
  select_account ? { prompt: 'select_account' } : {}

/** A page of another site may send someone to sign in, but not have them accept its invite on the way. */
function stateOf({ state }: Query, http: FastifyRequest): Pick<Arrival, 'invite_code' | 'return_path'> {
  const { 'sec-fetch-site': site } = http.headers
  const login = arrivalOf(state)
  return site === undefined || site === 'same-origin' ? login : { ...login, invite_code: null }
}
