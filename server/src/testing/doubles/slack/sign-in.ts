/** Slack's sign-in of apps: single-use codes for one address, which become the token of a bot in a workspace. */
import { randomUUID } from 'node:crypto'
import type { SlackArguments } from './arguments.ts'
import { ApiError, type SlackTeam, type SlackWorld } from './workspace.ts'

export const SLACK_APP = {
  WCHAT_APP_ID: 'A0DOUBLE',
  WCHAT_CLIENT_ID: '1234.5678',
  WCHAT_CLIENT_SECRET: 'the-secret-of-the-double',
  WCHAT_SIGNING_SECRET: 'cd'.repeat(16),
}

type Code = { team: SlackTeam; redirect_uri: string; is_used: boolean }

export function createSignIn(world: SlackWorld, url: () => string) {
  const codes = new Map<string, Code>()
  let offered: SlackTeam = { id: 'T0OFFERED', name: 'Corner Books' }

  /** The bot has one token in each workspace, however often the app is installed there. */
  const botOf = (team: SlackTeam) =>
    world.bots.findLast((bot) => bot.app_id === SLACK_APP.WCHAT_APP_ID && bot.team.id === team.id)

  function access(authorization: string, { code = '', redirect_uri }: SlackArguments): Record<string, unknown> {
    const [client_id, client_secret] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
    if (client_id !== SLACK_APP.WCHAT_CLIENT_ID) throw new ApiError('invalid_client_id')
    if (client_secret !== SLACK_APP.WCHAT_CLIENT_SECRET) throw new ApiError('bad_client_secret')
    const found = codes.get(code)
    if (!found) throw new ApiError('invalid_code')
    if (found.is_used) throw new ApiError('code_already_used')
    if (found.redirect_uri !== redirect_uri) throw new ApiError('bad_redirect_uri')
    found.is_used = true
    const known = botOf(found.team)
    const bot =
      known?.state === 'alive'
        ? known
        : world.addBot({
            app_id: SLACK_APP.WCHAT_APP_ID,
            signing_secret: SLACK_APP.WCHAT_SIGNING_SECRET,
            request_url: 'http://127.0.0.1/webhooks/slack/events',
            user_id: 'U0BOT',
            team: found.team,
          })
    return {
      access_token: bot.token,
      token_type: 'bot',
      scope: bot.scopes.join(','),
      bot_user_id: bot.user_id,
      app_id: bot.app_id,
      team: found.team,
      enterprise: null,
      authed_user: { id: 'U0PERSON' },
      is_enterprise_install: false,
    }
  }

  /** What the browser was sent with; throws where Slack would show an error. */
  function readRequest(address: string) {
    const { origin, pathname, searchParams } = new URL(address)
    const { client_id, scope, redirect_uri = '', state = '' } = Object.fromEntries(searchParams)
    if (origin !== url() || pathname !== '/oauth/v2/authorize') throw new Error(`Slack has no page ${address}`)
    if (client_id !== SLACK_APP.WCHAT_CLIENT_ID || !scope || !redirect_uri || !state) {
      throw new Error('Something is missing')
    }
    return { redirect_uri, state }
  }

  function allow(address: string, team: SlackTeam = offered) {
    const { redirect_uri, state } = readRequest(address)
    const code = `${team.id}.${randomUUID()}`
    codes.set(code, { team, redirect_uri, is_used: false })
    return { code, state }
  }

  return {
    access,
    allow,
    botOf,
    offer: (team: SlackTeam) => {
      offered = team
    },
    consentPage(address: string): string {
      const { redirect_uri, state } = readRequest(address)
      const back = (query: object) => `${redirect_uri}?${new URLSearchParams({ ...query })}`.replaceAll('&', '&amp;')
      return `<h1>Slack</h1><a href="${back(allow(address))}">Allow</a> <a href="${back({ error: 'access_denied', state })}">Cancel</a>`
    },
  }
}
