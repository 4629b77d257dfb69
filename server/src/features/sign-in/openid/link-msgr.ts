import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { MsgrLinked } from '#contracts/openid.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { boundedFetch } from '#platform/outbound/bounded-fetch.ts'
import type { UserContext } from '../../users/context.ts'
import { linkMsgrAccount, type MsgrAccount } from '../../users/link-msgr-account.ts'
import { presentSignedIn } from '../find-idpa-profile.ts'
import { type Arrival, prove } from './prove.ts'
import { type Provider, providerOf } from './provider.ts'
import { readMsgrToken } from './read-msgr-token.ts'
import { answerWithAddress } from './start-sign-in.ts'
import { deadlineOf, withProvider } from './with-provider.ts'

const PAGE = '/settings'

const Tokens = z.object({ id_token: z.string() })

export function startMsgr(ctx: UserContext, http: FastifyRequest) {
  return answerWithAddress(ctx, providerOf(ctx.ports.config, 'msgr'), http, {
    invite_code: null,
    return_path: PAGE,
    user_id: ctx.user.id,
    params: {},
    stateOf: (token) => token,
  })
}

/** Links the account that the signed-in user came back with, if it was they who left. */
export async function finishMsgr(ctx: UserContext, http: FastifyRequest): Promise<MsgrLinked> {
  const provider = providerOf(ctx.ports.config, 'msgr')
  const by = (arrival: Arrival) => askForAccount(ctx, provider, arrival)
  const arrived = await prove(ctx, provider, http, { user_id: ctx.user.id, by })
  const { label } = chatPlatforms.msgr
  if (!arrived) return { success: false, message: `Your ${label} account couldn’t be linked.`, redirect_url: PAGE }
  try {
    const user = await linkMsgrAccount(ctx, arrived.proven)
    return { success: true, user: await presentSignedIn(ctx, user), redirect_url: PAGE }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { success: false, message: error.message, redirect_url: PAGE }
  }
}

function askForAccount(ctx: Context, provider: Provider, { attempt, query }: Arrival): Promise<MsgrAccount> {
  return withProvider(ctx, provider, async (_openid, configuration) => {
    const { token_endpoint, jwks_uri, issuer } = configuration.serverMetadata()
    const code = query.get('code')
    if (!code) throw new Error(`The provider answered ${query.get('error')?.slice(0, 100)} instead of a code`)
    if (!token_endpoint || !jwks_uri) throw new Error('The provider names no address for tokens or keys')
    const ask = boundedFetch(deadlineOf(ctx))
    const [tokens, keys] = await Promise.all([
      readAnswer(
        ask(token_endpoint, {
          method: 'POST',
          headers: { authorization: basicOf(provider), accept: 'application/json' },
          redirect: 'error',
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            redirect_uri: provider.redirect_uri,
            client_id: provider.client_id,
            code_verifier: ctx.ports.cipher.decrypt(attempt.code_verifier_sealed),
          }),
        }),
      ),
      readAnswer(ask(jwks_uri, { redirect: 'error' })),
    ])
    const { id_token } = Tokens.parse(JSON.parse(tokens))
    return readMsgrToken(id_token, { issuer, client_id: provider.client_id, nonce: attempt.nonce, keys })
  })
}

async function readAnswer(asked: Promise<Response>): Promise<string> {
  const answer = await asked
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}`)
  return answer.text()
}

function basicOf({ client_id, client_secret = '' }: Provider): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
}
