/** A strict stand-in for Slack: its Web API and sign-in on loopback, and the people who write to bots there. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenOnLoopback } from '../servers/listen-on-loopback.ts'
import { outageOf } from './outage.ts'
import { readArguments } from './slack/arguments.ts'
import { type Delivered, envelopeOf, post, type SlackEvent } from './slack/events.ts'
import { createUploads, sendFile } from './slack/files.ts'
import { SlackManifest } from './slack/manifest.ts'
import { eventsOf, type Said } from './slack/say.ts'
import { answerScripted, createScript, type Scripted } from './slack/script.ts'
import { createSignIn, SLACK_APP } from './slack/sign-in.ts'
import { callMethod } from './slack/web-api.ts'
import { ApiError, createWorld, type SlackBot, type SlackTeam } from './slack/workspace.ts'

export async function startSlackDouble() {
  let now = () => new Date()
  const world = createWorld(() => now())
  const uploads = createUploads(world)
  const script = createScript()
  const calls: string[] = []
  let over: Record<string, unknown> = {}
  let gate: Promise<unknown> = Promise.resolve()
  let origin: string | null = null
  let url = ''
  const signIn = createSignIn(world, () => url)

  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      response.writeHead(500).end(`The double failed: ${error}`)
    }
  })
  url = await listenOnLoopback(server)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?')
    if (path === '/oauth/v2/authorize') {
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(signIn.consentPage(`${url}${request.url}`))
    }
    const [, kind = '', rest = ''] = /^\/(api|upload|files-pri)\/(.+)$/.exec(path) ?? []
    const method = kind === 'api' ? rest : kind === 'upload' ? 'upload' : 'download'
    calls.push(method)
    await gate
    const scripted = script.next(method)
    if (scripted && typeof scripted !== 'string') return void answerScripted(scripted, response)
    if (kind === 'files-pri' && !scripted) return sendFile(world, request, response)
    if (kind === 'upload' && !scripted) return uploads.receive(path, request, response)
    if (kind !== 'api' && !scripted) return void response.writeHead(404).end()
    const { body, headers } = kind === 'api' ? await serveApi(rest, request) : { body: {}, headers: {} }
    if (scripted) return void answerScripted(scripted, response)
    // Slack answers 200 to whatever it understands.
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body))
  }

  async function serveApi(method: string, request: IncomingMessage) {
    const headers: Record<string, string> = {}
    try {
      if (request.method !== 'POST') throw new ApiError('method_not_supported')
      const values = await readArguments(method, request)
      const authorization = request.headers.authorization ?? ''
      if (method === 'oauth.v2.access')
        return { body: { ok: true, ...signIn.access(authorization, values), ...over }, headers }
      const bot = botOf(authorization.replace(/^Bearer /, '') || values.token || '')
      headers['x-oauth-scopes'] = bot.scopes.join(',')
      const body = { ok: true, ...callMethod(method, { world, uploads, bot, values, url }) }
      return { body: method === 'auth.test' ? { ...body, ...over } : body, headers }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { body: { ok: false, error: error.message, ...error.fields }, headers }
    }
  }

  function botOf(token: string): SlackBot {
    if (!token) throw new ApiError('not_authed')
    const bot = world.withToken(token)
    if (!bot) throw new ApiError('invalid_auth')
    if (bot.state === 'alive') return bot
    throw new ApiError(bot.state === 'revoked' ? 'token_revoked' : 'account_inactive')
  }

  /** Posts one event to the app of the bot; `event_id` is another one for each event. */
  async function tell(bot: SlackBot, event: SlackEvent): Promise<Delivered> {
    const envelope = envelopeOf(bot, event, { event_id: world.nextId('Ev'), now: now() })
    return { bot, envelope, ...(await post(bot, envelope, { now, origin })) }
  }

  const close = () => closeServer(server)

  return {
    url,
    env: {
      ...SLACK_APP,
      WCHAT_API_URL: `${url}/api`,
      WCHAT_FILES_URL: url,
      WCHAT_AUTHORIZE_URL: `${url}/oauth/v2/authorize`,
    },
    ...world,
    /** The methods that were called, refused or not; `upload` and `download` are bytes of files. */
    calls,
    /** A person lets the app into a workspace; the code that comes back with the state. */
    allow: signIn.allow,
    /** The workspace in which the person of the page is. */
    offer: signIn.offer,
    /** The bot of the server's own app in a workspace that has allowed it. */
    botIn: (team: SlackTeam) => signIn.botOf(team),
    tokenOf(team: SlackTeam) {
      const bot = signIn.botOf(team)
      return bot && { token: bot.token, isAlive: bot.state === 'alive' }
    },
    /** As when someone removes the app in the workspace. */
    uninstall: (team: SlackTeam) => {
      const bot = signIn.botOf(team)
      if (bot) bot.state = 'revoked'
    },
    /** An app from a manifest, installed in a workspace; throws where Slack would not accept the manifest. */
    createApp(manifest: unknown, values: Partial<SlackBot> = {}): SlackBot {
      const { features, oauth_config, settings } = SlackManifest.parse(manifest)
      const { request_url, bot_events: events } = settings.event_subscriptions
      const { display_name: name } = features.bot_user
      return world.addBot({ name, scopes: oauth_config.scopes.bot, events, request_url, ...values })
    },
    /** Slack asks the request URL for a challenge when it is entered; true where it came back. */
    async verifyRequestUrl(bot: SlackBot): Promise<boolean> {
      const challenge = world.nextId('challenge')
      const { status, body } = await post(
        bot,
        { token: 'deprecated', challenge, type: 'url_verification' },
        { now, origin },
      )
      return status === 200 && (body === challenge || (body as { challenge?: unknown } | null)?.challenge === challenge)
    },
    /** Someone writes something; what the app was sent, and how it answered. */
    async say(bot: SlackBot, said: Said): Promise<Delivered[]> {
      const delivered: Delivered[] = []
      for (const event of eventsOf(world, bot, said, url)) delivered.push(await tell(bot, event))
      return delivered
    },
    tell,
    /** As Slack does that had no good answer in three seconds. */
    async redeliver({ bot, envelope }: Delivered, retry = { num: 1, reason: 'http_timeout' }): Promise<Delivered> {
      if (!envelope) throw new Error('This was sent to nobody')
      return { bot, envelope, ...(await post(bot, envelope, { now, origin, retry })) }
    },
    /** The next calls fail so. */
    fail: (...next: (number | 'drop')[]) => {
      script.clear()
      script.add(
        'any',
        next.map((one) => (one === 'drop' ? one : { status: one, retry_after: 1 })),
      )
    },
    /** The next calls of a method are answered so. */
    answerNext: (method: string, ...answers: Scripted[]) => script.add(method, answers),
    /** Fields of answers that are other than usual, until it is called again. */
    answerWith: (fields: Record<string, unknown>) => {
      over = fields
    },
    /** What is called from now on is done and answered once this has come. */
    hold: (until: Promise<unknown>) => {
      gate = until
    },
    /** Request URLs are reached at this origin, whatever address they were set with. */
    reach: (address: string) => {
      origin = address
    },
    /** The time that signatures are made with. */
    setClock: (clock: () => Date) => {
      now = clock
    },
    ...outageOf(server, () => url),
    close,
    [Symbol.asyncDispose]: close,
  }
}
export type SlackDouble = Awaited<ReturnType<typeof startSlackDouble>>
