/** A strict stand-in for OpenAI's device sign-in: single-use codes, refresh tokens that rotate, and people who agree or not. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { closeServer, listenOnLoopback } from '../../servers/listen-on-loopback.ts'

export const CODEX_CLIENT_ID = 'app_of_the_double'

const ClientOnly = z.strictObject({ client_id: z.literal(CODEX_CLIENT_ID) })
const Poll = z.strictObject({ device_auth_id: z.string(), user_code: z.string() })
const Revoke = z.strictObject({
  token: z.string(),
  token_type_hint: z.literal('refresh_token'),
  client_id: z.literal(CODEX_CLIENT_ID),
})

type Device = {
  device_auth_id: string
  user_code: string
  state: 'pending' | 'granted' | 'denied' | 'handed_out'
  authorization_code: string
  code_verifier: string
  is_used: boolean
  account: Account
}
type Account = { account_id: string; email: string }
type Family = { access_token: string; refresh_token: string; account: Account; is_revoked: boolean }
type Answer = [status: number, body: object]

const refuse = (status: number, code: string): Answer => [status, { error: { code, message: `Refused: ${code}` } }]

export async function startCodexAuthDouble({ interval = '1', expires_in = 3600 } = {}) {
  const devices: Device[] = []
  const families: Family[] = []
  const revoked: string[] = []
  const asked: string[] = []
  /** Statuses with which the next requests to a path are answered, whatever they ask. */
  const failures = new Map<string, number[]>()
  let pollAnswer: string | null = null
  let gate: Promise<unknown> = Promise.resolve()

  const server = createServer(async (request, response) => {
    const body = await text(request)
    asked.push(request.url ?? '')
    await gate
    const failure = failures.get(request.url ?? '')?.shift()
    const [status, answer] = failure ? refuse(failure, 'scripted') : answerTo(request, body)
    send(response, status, answer)
  })
  const url = await listenOnLoopback(server)

  function answerTo({ method, url: path, headers }: IncomingMessage, body: string): Answer {
    if (method !== 'POST') return refuse(405, 'method_not_allowed')
    const type = headers['content-type'] ?? ''
    if (path === '/oauth/token') {
      if (!type.startsWith('application/x-www-form-urlencoded')) return refuse(415, 'form_expected')
      return tokens(Object.fromEntries(new URLSearchParams(body)))
    }
    if (!type.startsWith('application/json')) return refuse(415, 'json_expected')
    const given: unknown = JSON.parse(body)
    if (path === '/api/accounts/deviceauth/usercode') return userCode(given)
    if (path === '/api/accounts/deviceauth/token') return poll(given)
    return path === '/oauth/revoke' ? revoke(given) : refuse(404, 'no_such_page')
  }

  function userCode(given: unknown): Answer {
    if (!ClientOnly.safeParse(given).success) return refuse(400, 'invalid_client')
    const device: Device = {
      device_auth_id: `deviceauth_${randomUUID()}`,
      user_code: `${randomUUID().slice(0, 4)}-${randomUUID().slice(0, 5)}`.toUpperCase(),
      state: 'pending',
      authorization_code: `ac_${randomUUID()}`,
      code_verifier: `verifier_${randomUUID()}`,
      is_used: false,
      account: { account_id: `acct_${randomUUID()}`, email: 'plans@customer.test' },
    }
    devices.push(device)
    return [200, { device_auth_id: device.device_auth_id, user_code: device.user_code, interval }]
  }

  function poll(given: unknown): Answer {
    const { data } = Poll.safeParse(given)
    const device = devices.find((one) => one.device_auth_id === data?.device_auth_id)
    if (!data || device?.user_code !== data.user_code) return refuse(400, 'invalid_request')
    if (pollAnswer) return refuse(429, pollAnswer)
    if (device.state === 'denied') return refuse(403, 'access_denied')
    if (device.state === 'handed_out') return refuse(400, 'authorization_code_already_issued')
    if (device.state === 'pending') return refuse(403, 'deviceauth_authorization_pending')
    device.state = 'handed_out'
    const { authorization_code, code_verifier } = device
    return [200, { authorization_code, code_verifier, code_challenge: 'S256' }]
  }

  function tokens(form: Record<string, string>): Answer {
    if (form.client_id !== CODEX_CLIENT_ID) return refuse(401, 'invalid_client')
    if (form.grant_type === 'refresh_token') return refresh(form.refresh_token ?? '')
    if (form.grant_type !== 'authorization_code') return refuse(400, 'unsupported_grant_type')
    const device = devices.find(({ authorization_code }) => authorization_code === form.code)
    const fits = device?.code_verifier === form.code_verifier && form.redirect_uri === `${url}/deviceauth/callback`
    if (!device || device.is_used || !fits) return refuse(400, 'invalid_grant')
    device.is_used = true
    const family = { access_token: '', refresh_token: '', account: device.account, is_revoked: false }
    families.push(family)
    return issue(family)
  }

  function refresh(refresh_token: string): Answer {
    const family = families.find((one) => one.refresh_token === refresh_token)
    if (family && !family.is_revoked) return issue(family)
    return refuse(401, family ? 'refresh_token_invalidated' : 'refresh_token_reused')
  }

  function issue(family: Family): Answer {
    family.access_token = jwt({ jti: randomUUID(), account_id: family.account.account_id })
    family.refresh_token = `rt_${randomUUID()}`
    const { access_token, refresh_token, account } = family
    return [200, { access_token, refresh_token, id_token: jwt(account), expires_in, token_type: 'bearer' }]
  }

  function revoke(given: unknown): Answer {
    const { data } = Revoke.safeParse(given)
    const family = families.find(({ refresh_token }) => refresh_token === data?.token)
    if (!data || !family) return refuse(400, 'invalid_request')
    family.is_revoked = true
    family.access_token = ''
    revoked.push(data.token)
    return [200, {}]
  }

  const deviceOf = (user_code: string) => {
    const device = devices.find((one) => one.user_code === user_code)
    if (!device) throw new Error(`No device waits under ${user_code}`)
    return device
  }
  const close = () => closeServer(server)

  return {
    url,
    devices,
    families,
    revoked,
    /** How often a page was asked for. */
    count: (path: string) => asked.filter((one) => one.endsWith(path)).length,
    /** A person signs in on the verification page and agrees. */
    agree: (user_code: string, account: Partial<Account> = {}) => {
      const device = deviceOf(user_code)
      Object.assign(device.account, account)
      device.state = 'granted'
    },
    deny: (user_code: string) => {
      deviceOf(user_code).state = 'denied'
    },
    /** Answers every poll with this code until it is null again. */
    answerPolls: (code: string | null) => {
      pollAnswer = code
    },
    fail: (path: string, ...statuses: number[]) => failures.set(path, statuses),
    /** Whatever is asked waits for this. */
    hold: (until: Promise<unknown>) => {
      gate = until
    },
    /** The access token is not taken any more; the refresh token still is. */
    expireAccess: (family = families.at(-1)) => {
      if (family) family.access_token = ''
    },
    /** As when the person signs out everywhere. */
    end: (family = families.at(-1)) => {
      if (family) Object.assign(family, { is_revoked: true, access_token: '' })
    },
    /** The account that a bearer token stands for. */
    accountBehind: (token: string) =>
      families.find(({ access_token }) => access_token !== '' && access_token === token)?.account ?? null,
    close,
    [Symbol.asyncDispose]: close,
  }
}

export type CodexAuthDouble = Awaited<ReturnType<typeof startCodexAuthDouble>>

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function jwt({ account_id, ...claims }: Record<string, string>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const auth = { 'https://api.openai.com/auth': { chatgpt_account_id: account_id, chatgpt_plan_type: 'plus' } }
  return `${part({ alg: 'none' })}.${part({ ...claims, ...auth })}.unsigned`
}
