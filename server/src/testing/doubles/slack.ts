/** A strict stand-in for Slack's sign-in of apps: single-use codes for one address, and tokens that can be taken back. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const SLACK_APP = {
  WCHAT_APP_ID: 'A0DOUBLE',
  WCHAT_CLIENT_ID: '1234.5678',
  WCHAT_CLIENT_SECRET: 'the-secret-of-the-double',
}

export type SlackTeam = { id: string; name: string }
type Code = { team: SlackTeam; redirect_uri: string; is_used: boolean }
type Answer = { ok: boolean; error?: string } & Record<string, unknown>

const refuse = (error: string): Answer => ({ ok: false, error })

export async function startSlackDouble() {
  const codes = new Map<string, Code>()
  /** The bot has one token in each workspace, however often the app is installed there. */
  const tokens = new Map<string, { token: string; isAlive: boolean }>()
  const calls: string[] = []
  const failures: (number | 'drop')[] = []
  let over: Record<string, unknown> = {}
  let gate: Promise<unknown> = Promise.resolve()
  let offered: SlackTeam = { id: 'T0OFFERED', name: 'Corner Books' }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const [path = ''] = (request.url ?? '').split('?')
    if (path === '/oauth/v2/authorize') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(consentPage(`${url}${request.url}`))
      return
    }
    calls.push(path.replace('/api/', ''))
    await gate
    const failure = failures.shift()
    if (failure === 'drop') return void response.destroy()
    if (failure) return void response.writeHead(failure, { 'retry-after': '1' }).end()
    const answer = request.method === 'POST' ? answerTo(path, request, body) : refuse('method_not_supported')
    // Slack answers 200 to whatever it understands.
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function answerTo(path: string, { headers }: IncomingMessage, body: string): Answer {
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return refuse('invalid_post_type')
    const form = Object.fromEntries(new URLSearchParams(body))
    if (path === '/api/oauth.v2.access') return access(headers.authorization ?? '', form)
    const team = tokens.entries().find(([, { token }]) => headers.authorization === `Bearer ${token}`)
    if (!team) return refuse(headers.authorization ? 'invalid_auth' : 'not_authed')
    const [team_id, known] = team
    if (!known.isAlive) return refuse('token_revoked')
    if (path === '/api/auth.test')
      return { ok: true, team_id, user_id: 'U0BOT', bot_id: 'B0BOT', url: `${url}/`, ...over }
    if (path !== '/api/auth.revoke') return refuse('unknown_method')
    known.isAlive = false
    return { ok: true, revoked: true }
  }

  function access(authorization: string, { code = '', redirect_uri }: Record<string, string>): Answer {
    const [client_id, client_secret] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
    if (client_id !== SLACK_APP.WCHAT_CLIENT_ID) return refuse('invalid_client_id')
    if (client_secret !== SLACK_APP.WCHAT_CLIENT_SECRET) return refuse('bad_client_secret')
    const found = codes.get(code)
    if (!found) return refuse('invalid_code')
    if (found.is_used) return refuse('code_already_used')
    if (found.redirect_uri !== redirect_uri) return refuse('bad_redirect_uri')
    found.is_used = true
    const known = tokens.get(found.team.id)
    const token = known?.isAlive ? known.token : `xoxb-${randomUUID()}`
    tokens.set(found.team.id, { token, isAlive: true })
    return {
      ok: true,
      access_token: token,
      token_type: 'bot',
      scope: 'chat:write',
      bot_user_id: 'U0BOT',
      app_id: SLACK_APP.WCHAT_APP_ID,
      team: found.team,
      enterprise: null,
      authed_user: { id: 'U0PERSON' },
      is_enterprise_install: false,
      ...over,
    }
  }

  /** What the browser was sent with; throws where Slack would show an error. */
  function readRequest(address: string) {
    const { origin, pathname, searchParams } = new URL(address)
    const { client_id, scope, redirect_uri = '', state = '' } = Object.fromEntries(searchParams)
    if (origin !== url || pathname !== '/oauth/v2/authorize') throw new Error(`Slack has no page ${address}`)
    if (client_id !== SLACK_APP.WCHAT_CLIENT_ID || !scope || !redirect_uri || !state)
      throw new Error('Something is missing')
    return { redirect_uri, state }
  }

  function allow(address: string, team: SlackTeam = offered) {
    const { redirect_uri, state } = readRequest(address)
    const code = `${team.id}.${randomUUID()}`
    codes.set(code, { team, redirect_uri, is_used: false })
    return { code, state }
  }

  function consentPage(address: string): string {
    const { redirect_uri, state } = readRequest(address)
    const back = (query: object) => `${redirect_uri}?${new URLSearchParams({ ...query })}`.replaceAll('&', '&amp;')
    return `<h1>Slack</h1><a href="${back(allow(address))}">Allow</a> <a href="${back({ error: 'access_denied', state })}">Cancel</a>`
  }

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  return {
    url,
    env: { ...SLACK_APP, WCHAT_API_URL: `${url}/api`, WCHAT_AUTHORIZE_URL: `${url}/oauth/v2/authorize` },
    calls,
    /** A person lets the app into a workspace; the code that comes back with the state. */
    allow,
    /** The workspace in which the person of the page is. */
    offer: (team: SlackTeam) => {
      offered = team
    },
    tokenOf: (team: SlackTeam) => tokens.get(team.id),
    /** As when somebody removes the app in the workspace. */
    uninstall: (team: SlackTeam) => {
      const known = tokens.get(team.id)
      if (known) known.isAlive = false
    },
    /** The next calls fail so. */
    fail: (...next: (number | 'drop')[]) => failures.splice(0, failures.length, ...next),
    /** Fields of answers that are other than usual, until it is called again. */
    answerWith: (fields: Record<string, unknown>) => {
      over = fields
    },
    hold: (until: Promise<unknown>) => {
      gate = until
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
