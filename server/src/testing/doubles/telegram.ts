/** A strict stand-in for Telegram: its Bot API on loopback, and the people who write to bots and whose messages are sent to webhooks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenOnLoopback } from '../servers/listen-on-loopback.ts'
import { outageOf } from './outage.ts'
import { readArguments } from './telegram/arguments.ts'
import { type MethodName, type Sent, type SentAction, serveMethod } from './telegram/bot-api.ts'
import {
  ApiRefusal,
  type Bot,
  type BotState,
  badRequest,
  type Chat,
  createBots,
  meet,
  type Person,
  type Update,
} from './telegram/bots.ts'
import { deliver } from './telegram/deliver.ts'
import { createFiles } from './telegram/files.ts'
import { refusalOf, type Scripted } from './telegram/script.ts'
import { ANNA, type Said, updateOf } from './telegram/updates.ts'

type Script = { method: string; answer: Scripted }

export async function startTelegramDouble() {
  const bots = createBots()
  const files = createFiles()
  const sent: Sent[] = []
  const actions: SentAction[] = []
  const calls: string[] = []
  const script: Script[] = []
  const toldTo = new WeakMap<Update, BotState>()
  let gate: Promise<unknown> = Promise.resolve()
  let origin: string | null = null
  let lastUpdateId = 100_000
  let lastChatId = 4_000_000
  let lastPersonId = ANNA.id

  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      refuse(response, error instanceof ApiRefusal ? error : new ApiRefusal(500, `The double failed: ${error}`))
    }
  })
  const url = await listenOnLoopback(server)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const [, file, token = '', rest = ''] = /^(\/file)?\/bot([^/]+)\/(.+)$/.exec(request.url ?? '') ?? []
    const bot = botOf(token)
    if (file) return sendFile(bot, decodeURI(rest), response)
    if (request.method !== 'POST') throw badRequest('we call by POST alone')
    const given = await readArguments(request)
    calls.push(rest)
    await gate
    const scripted = take(rest)
    if (scripted && typeof scripted !== 'string') throw refusalOf(scripted)
    const result = await serveMethod(rest, bot, given, { files, sent, actions })
    if (scripted === 'drop') response.destroy()
    else if (scripted === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
    else if (!scripted) sendJson(response, 200, { ok: true, result })
  }

  function botOf(token: string): BotState {
    if (!/^\d+:[\w-]{35}$/.test(token)) throw new ApiRefusal(404, 'Not Found')
    const bot = bots.withToken(token)
    if (!bot) throw new ApiRefusal(401, 'Unauthorized')
    return bot
  }

  function sendFile(bot: BotState, path: string, response: ServerResponse) {
    calls.push('download')
    const scripted = take('download')
    if (scripted && typeof scripted !== 'string') throw refusalOf(scripted)
    const bytes = files.bytesAt(bot, path)
    if (!bytes) throw new ApiRefusal(404, 'Not Found')
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length })
    if (!scripted) return void response.end(bytes)
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
    if (scripted === 'drop') setImmediate(() => response.destroy())
  }

  function take(method: string): Scripted | undefined {
    const at = script.findIndex((one) => one.method === method || (one.method === 'send' && isSending(method)))
    return at < 0 ? undefined : script.splice(at, 1)[0]?.answer
  }

  const tell = (bot: BotState, update: Update) => {
    toldTo.set(update, bot)
    return deliver(bot, update, origin)
  }

  const say = (bot: Bot, said: Said) => {
    const state = bots.of(bot)
    return tell(state, updateOf(state, files, ++lastUpdateId, said))
  }

  const close = () => closeServer(server)

  return {
    url,
    env: { MSGR_API_URL: url },
    newBot: bots.add,
    /** As someone does at BotFather who fears for the token: the old one is dead. */
    renewToken: (bot: Bot): Bot => bots.renewToken(bot),
    newPerson: (person: Partial<Person> = {}): Person => ({ first_name: 'Max', ...person, id: ++lastPersonId }),
    newGroup: (title = 'Reading circle'): Chat => ({ id: -++lastChatId, title, type: 'group' }),
    newSupergroup: (title = 'Book fair', { isForum = false } = {}): Chat => ({
      id: -(1_000_000_000_000 + ++lastChatId),
      title,
      type: 'supergroup',
      ...(isForum && { is_forum: true }),
    }),
    /** Every message that arrived, in its order. */
    sent,
    actions,
    /** The methods that were called, refused or not; `download` is a file that was fetched. */
    calls,
    /** The next calls of a method are answered so; `send` is any that sends a message. */
    answerNext(method: MethodName | 'send' | 'download', ...answers: Scripted[]) {
      script.push(...answers.map((answer) => ({ method, answer })))
    },
    /** What is called from now on is done and answered once this has come. */
    hold: (until: Promise<unknown>) => {
      gate = until
    },
    /** Webhooks are reached at this origin, whatever address they were set with. */
    reach: (address: string) => {
      origin = address
    },
    webhookOf: (bot: Bot) => bots.of(bot).webhook,
    /** Someone says something where the bot is; answers with what the bot was sent, and how its webhook took it. */
    say,
    /** As Telegram does that had no good answer. */
    redeliver: (update: Update) => {
      const bot = toldTo.get(update)
      if (!bot) throw new Error('This update was sent to nobody')
      return tell(bot, update)
    },
    /** A group becomes a supergroup, which has another id; the bot gets it in both. */
    async upgrade(bot: Bot, group: Chat, from: Person = ANNA): Promise<Chat> {
      const state = bots.of(bot)
      const chat: Chat = { id: -(1_000_000_000_000 + ++lastChatId), title: group.title ?? '', type: 'supergroup' }
      await say(bot, { from, chat: group, fields: { migrate_to_chat_id: chat.id } })
      meet(state, group).refusal = refusalOf({ status: 400, migrate_to_chat_id: chat.id })
      await say(bot, { from, chat, fields: { migrate_from_chat_id: group.id } })
      return chat
    },
    ...outageOf(server, () => url),
    close,
    [Symbol.asyncDispose]: close,
  }
}
export type TelegramDouble = Awaited<ReturnType<typeof startTelegramDouble>>

const isSending = (method: string) => method.startsWith('send') && method !== 'sendChatAction'

const refuse = (response: ServerResponse, { status, message, parameters }: ApiRefusal) =>
  sendJson(response, status, { ok: false, error_code: status, description: message, ...(parameters && { parameters }) })

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
