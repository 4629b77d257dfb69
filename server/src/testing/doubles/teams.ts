/** A strict stand-in for Microsoft Teams on loopback: sign-in of bots, connector, drives, and the people who write to bots. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { closeServer, listenOnLoopback } from '../servers/listen-on-loopback.ts'
import { outageOf } from './outage.ts'
import { type Activity, baseActivity, messageActivity, nextId, type WrittenMessage } from './teams/activities.ts'
import { createBots, type TeamsBot } from './teams/bots.ts'
import {
  accountOf,
  createRosters,
  newPerson,
  newPersonalChat,
  type TeamsChat,
  type TeamsPerson,
} from './teams/chats.ts'
import { type SentActivity, type SentAttachment, serveConnector } from './teams/connector.ts'
import { createDrives } from './teams/drives.ts'
import { refused, sendJson, TeamsRefusal } from './teams/refusal.ts'
import { createSigning, type TokenClaims } from './teams/signing.ts'

const ISSUER = 'https://api.botframework.com'
const TIMEOUT_MS = 60_000
/** How a request is answered in place of what it asks: `drop` does it and loses the answer, a number refuses it. */
type Scripted = 'drop' | { status: number; code?: string; retry_after?: number }
type Answered = { status: number | null; body: string }
type Service = 'token' | 'connector' | 'graph' | 'upload' | 'keys'

export async function startTeamsDouble() {
  const bots = createBots()
  const rosters = createRosters()
  const drives = createDrives(() => url)
  const signing = await createSigning(ISSUER, () => now())
  const sent: SentActivity[] = []
  const removed: string[] = []
  const typing: { bot: string; conversation_id: string }[] = []
  const calls: string[] = []
  const pictures = new Map<string, Buffer>()
  const script: { service: Service; answer: Scripted }[] = []
  const endpoints = new Map<string, string>()
  const homes = new Map<string, TeamsChat>()
  let url = ''
  let origin: string | null = null
  let now = () => new Date()
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      const { status, body, headers } =
        error instanceof TeamsRefusal ? error : refused(500, 'ServiceError', `The double failed: ${error}`)
      sendJson(response, status, body, headers)
    }
  })
  url = await listenOnLoopback(server)
  const serviceUrl = `${url}/amer/`
  const scopes = { bot: `${ISSUER}/.default`, graph: `${url}/.default` }

  function take(service: Service): Scripted | undefined {
    const at = script.findIndex((one) => one.service === service)
    const scripted = at < 0 ? undefined : script.splice(at, 1)[0]?.answer
    if (scripted === undefined || scripted === 'drop') return scripted
    const { status, code = 'ServiceError', retry_after } = scripted
    throw refused(status, code, 'As scripted', retry_after === undefined ? {} : { 'retry-after': String(retry_after) })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url)
    const { pathname } = address
    const bytes = await buffer(request)
    const body = bytes.toString()
    calls.push(`${request.method} ${pathname}`)
    if (pathname === '/v1/.well-known/openidconfiguration') {
      take('keys')
      return sendJson(response, 200, { issuer: ISSUER, jwks_uri: `${url}/v1/.well-known/keys` })
    }
    if (pathname === '/v1/.well-known/keys') return sendJson(response, 200, signing.keys())
    const [, tenant] = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(pathname) ?? []
    if (tenant) {
      take('token')
      return sendJson(response, 200, bots.grant(decodeURIComponent(tenant), request, body, Object.values(scopes)))
    }
    const [, picture] = /^\/amer\/v3\/attachments\/([^/]+)\/views\/original$/.exec(pathname) ?? []
    if (picture) {
      bots.authenticate(request, scopes.bot)
      return void response.end(pictures.get(picture) ?? '')
    }
    if (pathname.startsWith('/amer/')) {
      const bot = bots.authenticate(request, scopes.bot)
      // What is scripted is messages: bots show that they type, and tidy up, as often as they like.
      const isMessage = request.method !== 'DELETE' && !body.includes('"type":"typing"')
      const scripted = isMessage ? take('connector') : undefined
      const path = pathname.slice('/amer'.length)
      const { status, json } = serveConnector({ rosters, sent, removed, typing }, bot, request, path, body)
      return scripted === 'drop' ? void response.destroy() : sendJson(response, status, json)
    }
    if (pathname.startsWith('/graph/')) {
      const bot = bots.authenticate(request, scopes.graph)
      take('graph')
      const { status, json } = drives.serveGraph(rosters, bot, request, address, bytes)
      return sendJson(response, status, json)
    }
    const [, action, id = ''] = /^\/drive\/(download|upload)\/([0-9a-f]+)$/.exec(pathname) ?? []
    if (action === 'download') return void response.end(drives.download(id))
    if (action === 'upload') {
      take('upload')
      const { status, json } = drives.upload(id, request, bytes)
      return sendJson(response, status, json)
    }
    throw refused(404, 'NotFound', `Nothing at ${pathname}`)
  }

  /** Sends an activity to a bot as Teams does. `status` is null where no answer came. */
  async function post(bot: TeamsBot, activity: object, claims: TokenClaims = {}): Promise<Answered> {
    const endpoint = endpoints.get(bot.app_id)
    if (!endpoint) throw new Error('The bot has no messaging endpoint')
    const address = origin === null ? endpoint : new URL(new URL(endpoint).pathname, origin)
    const token = await signing.sign(bot.app_id, serviceUrl, claims)
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(activity),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    try {
      const response = await fetch(address, init)
      return { status: response.status, body: await response.text() }
    } catch {
      return { status: null, body: '' }
    }
  }

  const homeOf = (bot: TeamsBot, { id }: TeamsPerson): TeamsChat => {
    const key = `${bot.app_id} ${id}`
    const chat = homes.get(key) ?? newPersonalChat()
    homes.set(key, chat)
    rosters.join(bot, chat)
    return chat
  }

  async function say(bot: TeamsBot, message: WrittenMessage, claims: TokenClaims = {}) {
    const from = message.from ?? anna
    const chat = message.chat ?? homeOf(bot, from)
    rosters.join(bot, chat)
    const activity = messageActivity(bot, chat, serviceUrl, { ...message, from })
    return { activity, chat, ...(await post(bot, activity, claims)) }
  }

  const anna = newPerson()
  const close = () => closeServer(server)

  return {
    url,
    serviceUrl,
    signing,
    anna,
    env: {
      TCHAT_OPENID_METADATA_URL: `${url}/v1/.well-known/openidconfiguration`,
      TCHAT_LOGIN_URL: url,
      TCHAT_ALLOWED_SERVICE_HOSTS: '127.0.0.1',
      TCHAT_ALLOWED_FILE_HOSTS: '127.0.0.1',
      GRAPH_BASE_URL: `${url}/graph/v1.0`,
      OUTBOUND_ALLOW: '127.0.0.1',
    },
    newBot: bots.add,
    expireSecret: bots.expireSecret,
    renewSecret: bots.renewSecret,
    endTokens: bots.endTokens,
    /** How many tokens were given. */
    granted: () => bots.granted,
    /** As a person enters it at Microsoft. */
    setEndpoint: (bot: TeamsBot, endpoint: string) => void endpoints.set(bot.app_id, endpoint),
    /** Endpoints are reached at this origin, whatever address they were set with. */
    reach: (address: string) => {
      origin = address
    },
    /** The time at which activities are signed. */
    setClock: (clock: () => Date) => {
      now = clock
    },
    ...outageOf(server, () => url),
    drives,
    /** Every message that arrived, in its order. */
    sent,
    /** The ids of messages that a bot has removed again. */
    removed,
    typing,
    /** Method and path of every request. */
    calls,
    /** The next requests to a service are answered so. */
    answerNext(service: Service, ...answers: Scripted[]) {
      script.push(...answers.map((answer) => ({ service, answer })))
    },
    post,
    say,
    /** As Teams does that had no answer in time. */
    redeliver: (bot: TeamsBot, activity: Activity) => post(bot, activity),
    /** A picture that a person has pasted. */
    paste(bytes: Buffer, contentType = 'image/png') {
      const id = `0-${nextId()}`
      pictures.set(id, bytes)
      return { contentType, contentUrl: `${serviceUrl}v3/attachments/${id}/views/original` }
    },
    /** A file that a person has attached in a personal chat. */
    attach(name: string, bytes: Buffer) {
      const fileType = name.split('.').at(-1)
      return {
        contentType: 'application/vnd.microsoft.teams.file.download.info',
        contentUrl: `https://contoso-my.sharepoint.com/personal/anna/Documents/${encodeURIComponent(name)}`,
        name,
        content: { downloadUrl: drives.share(bytes), uniqueId: nextId(), fileType },
      }
    },
    /** The bot is added to a chat, or removed from it. */
    async change(bot: TeamsBot, chat: TeamsChat, change: 'membersAdded' | 'membersRemoved') {
      if (change === 'membersAdded') rosters.join(bot, chat)
      else rosters.leave(bot, chat)
      const activity = {
        ...baseActivity(bot, anna, chat, serviceUrl),
        type: 'conversationUpdate',
        id: nextId(),
        [change]: [{ id: accountOf(bot) }],
      }
      return post(bot, activity)
    },
    /** A person answers the card of a file; accepting opens a place for it in their drive. */
    async answerCard(
      bot: TeamsBot,
      attachment: SentAttachment,
      action: 'accept' | 'decline',
      { from = anna, chat, uploadUrl }: { from?: TeamsPerson; chat?: TeamsChat; uploadUrl?: string } = {},
    ) {
      const { content = {}, name = '' } = attachment
      const replyToId = sent.find(({ attachments }) => attachments.includes(attachment))?.id
      const card = content as { sizeInBytes?: number; acceptContext?: object; declineContext?: object }
      const session = drives.openSession(card.sizeInBytes ?? 0)
      const uploadInfo = {
        name,
        contentUrl: `https://contoso-my.sharepoint.com/personal/anna/Documents/${encodeURIComponent(name)}`,
        uploadUrl: uploadUrl ?? session.uploadUrl,
        uniqueId: nextId(),
        fileType: name.split('.').at(-1),
      }
      const value =
        action === 'accept'
          ? { type: 'fileUpload', action, context: card.acceptContext, uploadInfo }
          : { type: 'fileUpload', action, context: card.declineContext }
      const activity = {
        ...baseActivity(bot, from, chat ?? homeOf(bot, from), serviceUrl),
        type: 'invoke',
        id: `f:${nextId()}`,
        name: 'fileConsent/invoke',
        value,
        ...(replyToId !== undefined && { replyToId }),
      }
      return { activity, session: session.id, ...(await post(bot, activity)) }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
export type TeamsDouble = Awaited<ReturnType<typeof startTeamsDouble>>
