/** The app registrations of bots, and the tokens that they were given. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { denied, TeamsRefusal } from './refusal.ts'

export type TeamsBot = { app_id: string; password: string; tenant_id: string }

type Token = { app_id: string; scope: string; expires_at: number }

const LIFETIME_SECONDS = 3599

/** Microsoft's SDK reads claims of the token that it is given; to everyone else it is opaque. */
function jwtLike(claims: object): string {
  const exp = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS
  const parts = [
    { typ: 'JWT', alg: 'RS256' },
    { ...claims, exp, jti: randomUUID() },
  ]
  const encoded = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return [...encoded, randomBytes(32).toString('base64url')].join('.')
}

export function createBots() {
  const bots = new Map<string, TeamsBot>()
  const tokens = new Map<string, Token>()
  const expired = new Set<string>()
  let granted = 0

  const signInRefusal = (status: number, error: string, description: string) =>
    new TeamsRefusal(status, {
      error,
      error_description: `${description}\r\nTrace ID: ${randomUUID()}`,
      error_codes: [],
    })

  return {
    get granted() {
      return granted
    },
    add(): TeamsBot {
      const bot = { app_id: randomUUID(), password: randomBytes(24).toString('base64url'), tenant_id: randomUUID() }
      bots.set(bot.app_id, bot)
      return bot
    },
    /** Its secret has reached its end. */
    expireSecret: ({ app_id }: TeamsBot) => expired.add(app_id),
    /** As someone does at Microsoft whose secret has expired. */
    renewSecret({ app_id, tenant_id }: TeamsBot): TeamsBot {
      const bot = { app_id, tenant_id, password: randomBytes(24).toString('base64url') }
      bots.set(app_id, bot)
      expired.delete(app_id)
      return bot
    },
    /** All tokens end now, whatever they said. */
    endTokens: () => tokens.clear(),
    /** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
    grant(tenant: string, request: IncomingMessage, body: string, scopes: readonly string[]) {
      if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
        throw signInRefusal(400, 'invalid_request', 'AADSTS900144: The request body must contain parameters.')
      }
      const form = new URLSearchParams(body)
      const bot = bots.get(form.get('client_id') ?? '')
      const isTenant = [...bots.values()].some(({ tenant_id }) => tenant_id === tenant)
      if (!isTenant) throw signInRefusal(400, 'invalid_request', `AADSTS90002: Tenant '${tenant}' not found.`)
      if (form.get('grant_type') !== 'client_credentials') {
        throw signInRefusal(400, 'unsupported_grant_type', 'AADSTS70003: The grant type is not supported.')
      }
      if (bot?.tenant_id !== tenant) {
        throw signInRefusal(400, 'unauthorized_client', 'AADSTS700016: Application was not found in the directory.')
      }
      if (form.get('client_secret') !== bot.password) {
        throw signInRefusal(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.')
      }
      if (expired.has(bot.app_id)) {
        throw signInRefusal(401, 'invalid_client', 'AADSTS7000222: The provided client secret keys are expired.')
      }
      const scope = form.get('scope') ?? ''
      if (!scopes.includes(scope)) throw signInRefusal(400, 'invalid_scope', 'AADSTS70011: The scope is not valid.')
      const access_token = jwtLike({ aud: scope.replace('/.default', ''), appid: bot.app_id, tid: tenant })
      tokens.set(access_token, { app_id: bot.app_id, scope, expires_at: Date.now() + LIFETIME_SECONDS * 1000 })
      granted++
      return { token_type: 'Bearer', expires_in: LIFETIME_SECONDS, ext_expires_in: LIFETIME_SECONDS, access_token }
    },
    /** Whose token it is; a token for another service is none here. */
    authenticate({ headers: { authorization = '' } }: IncomingMessage, scope: string): TeamsBot {
      const token = tokens.get(/^Bearer (\S+)$/.exec(authorization)?.[1] ?? '')
      const bot = bots.get(token?.app_id ?? '')
      if (!token || !bot || token.scope !== scope || token.expires_at <= Date.now()) throw denied()
      return bot
    },
  }
}
export type Bots = ReturnType<typeof createBots>
