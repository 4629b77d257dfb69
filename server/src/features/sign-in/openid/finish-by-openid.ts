import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '#contracts/sign-in.ts'
import type { Context } from '#platform/context.ts'
import { readSessionCookie, setSessionCookie } from '#platform/http/session-cookie.ts'
import { Reply } from '#platform/route.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { exchangeCode } from './exchange-code.ts'
import { identityFromClaims } from './identity-from-claims.ts'
import { prove } from './prove.ts'
import { type Door, providerOf } from './provider.ts'
import { FAILED_PATH } from './start-sign-in.ts'

/** Signs in the person who came back from a provider; everything that fails on the way fails alike. */
export async function finishByOpenId(
  ctx: Context,
  door: Exclude<Door, 'msgr'>,
  http: FastifyRequest,
): Promise<Reply<SignedIn>> {
  const { config } = ctx.ports
  const provider = providerOf(config, door)
  const arrived = await prove(ctx, provider, http, { by: (arrival) => exchangeCode(ctx, provider, arrival) })
  if (!arrived) return new Reply({ success: false, redirect_url: FAILED_PATH })
  const { attempt, proven } = arrived
  const { invite_code, return_path } = attempt
  const { cookie, answer } = await finishSignIn(ctx, identityFromClaims(config, provider, proven.claims), {
    invite_code,
    return_path,
    former_cookie: readSessionCookie(config, http),
    // Of the auth server alone: by it a sign-out here can end the session there.
    ...(door === 'auth-server' && proven.id_token && { id_token: proven.id_token }),
  })
  return new Reply(answer, { headers: setSessionCookie(config, cookie) })
}
