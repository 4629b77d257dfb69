/** The methods of the Bot API that we call, each refusing what Telegram refuses, in its words. */
import { createHash } from 'node:crypto'
import type { Arguments } from './arguments.ts'
import { ApiRefusal, addMessage, type BotState, badRequest, type KnownChat, nowSeconds, userOf } from './bots.ts'
import type { Files } from './files.ts'
import { richMessageOf } from './rich-message.ts'

const MAX_TEXT = 4096
const MAX_RICH_TEXT = 32_768
const MAX_PHOTO_BYTES = 10 * 1024 * 1024
const MAX_UPLOAD_BYTES = 50 * 1024 * 1024
/** What a bot is sent that asked for nothing in particular. */
const DEFAULT_UPDATES = ['message', 'edited_message', 'my_chat_member']

/** A message that arrived in a chat. */
export type Sent = {
  bot: number
  method: 'sendMessage' | 'sendRichMessage' | 'sendPhoto' | 'sendDocument'
  chat_id: string
  thread: number | null
  /** As it was written: plain, or the markdown of a rich message. */
  text: string | null
  /** Telegram fetches the page of the first address in it. */
  has_preview: boolean
  file: { name: string; mime_type: string; size: number; sha256: string } | null
  /** Null also where the message that it answers is gone. */
  reply_to: number | null
  message_id: number
}
export type SentAction = { bot: number; chat_id: string; thread: number | null; action: string }

type World = { files: Files; sent: Sent[]; actions: SentAction[] }
type Method = { takes: readonly string[]; serve(bot: BotState, given: Arguments, world: World): unknown }

const TO = ['chat_id', 'message_thread_id', 'reply_parameters']

const METHODS = {
  getMe: {
    takes: [],
    serve: (bot) => ({
      ...userOf(bot),
      can_join_groups: true,
      can_read_all_group_messages: bot.readsGroups,
      supports_inline_queries: false,
    }),
  },
  setWebhook: {
    takes: ['url', 'secret_token', 'allowed_updates', 'max_connections', 'drop_pending_updates'],
    serve: (bot, given) => setWebhook(bot, given),
  },
  deleteWebhook: {
    takes: ['drop_pending_updates'],
    serve: (bot, given) => {
      bot.webhook = null
      if (given.flag('drop_pending_updates')) bot.pending = []
      return true
    },
  },
  getWebhookInfo: {
    takes: [],
    serve: ({ webhook, pending, last_error }) => ({
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: pending.length,
      ...(last_error && { last_error_date: last_error.date, last_error_message: last_error.message }),
      ...(webhook && { max_connections: webhook.max_connections, allowed_updates: webhook.allowed_updates }),
    }),
  },
  sendMessage: {
    takes: [...TO, 'text', 'link_preview_options'],
    serve: (bot, given, world) => {
      const text = given.text('text') ?? ''
      if (text.trim() === '') throw badRequest('message text is empty')
      if (text.length > MAX_TEXT) throw badRequest('message is too long')
      return send(bot, given, world, { method: 'sendMessage', text, shown: { text } })
    },
  },
  sendRichMessage: {
    takes: [...TO, 'rich_message'],
    serve: (bot, given, world) => {
      const text = markdownOf(given)
      return send(bot, given, world, { method: 'sendRichMessage', text, shown: { rich_message: richMessageOf(text) } })
    },
  },
  sendPhoto: {
    takes: [...TO, 'photo', 'caption'],
    serve: async (bot, given, world) => {
      const file = await uploaded(given, 'photo')
      checkPhoto(file.bytes)
      return send(bot, given, world, { method: 'sendPhoto', file, shown: { photo: [] } })
    },
  },
  sendDocument: {
    takes: [...TO, 'document', 'caption'],
    serve: async (bot, given, world) => {
      const file = await uploaded(given, 'document')
      return send(bot, given, world, { method: 'sendDocument', file, shown: { document: { file_name: file.name } } })
    },
  },
  sendChatAction: {
    takes: ['chat_id', 'message_thread_id', 'action'],
    serve: (bot, given, { actions }) => {
      const { chat_id, thread } = placeOf(bot, given)
      const action = given.text('action') ?? ''
      if (!['typing', 'upload_photo', 'upload_document'].includes(action))
        throw badRequest('wrong parameter action in request')
      actions.push({ bot: bot.id, chat_id, thread, action })
      return true
    },
  },
  getFile: { takes: ['file_id'], serve: (bot, given, { files }) => files.describe(bot, given.text('file_id')) },
} satisfies Record<string, Method>
export type MethodName = keyof typeof METHODS

const methodsByName = new Map<string, Method>(Object.entries(METHODS))

/** The real server overlooks what it does not know; here it is a mistake of ours. */
export async function serveMethod(name: string, bot: BotState, given: Arguments, world: World): Promise<unknown> {
  const method = methodsByName.get(name)
  if (!method) throw new ApiRefusal(404, 'Not Found')
  const unknown = given.names.filter((one) => !method.takes.includes(one))
  if (unknown.length > 0) throw badRequest(`${name} has no parameter ${unknown.join(', ')}`)
  return await method.serve(bot, given, world)
}

function setWebhook(bot: BotState, given: Arguments): true {
  const url = given.text('url') ?? ''
  const secret_token = given.text('secret_token') ?? ''
  const max_connections = given.integer('max_connections') ?? 40
  const address = URL.parse(url)
  if (url && (!address || (address.protocol !== 'https:' && !isLoopback(address))))
    throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
  if (address?.protocol === 'https:' && !['', '80', '88', '8443'].includes(address.port))
    throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443')
  if (secret_token.length > 256) throw badRequest('secret token is too long')
  if (!/^[\w-]*$/.test(secret_token)) throw badRequest('secret token contains unallowed characters')
  if (max_connections < 1 || max_connections > 100) throw badRequest('max_connections must be between 1 and 100')
  // Left out, what was allowed before stays so.
  const allowed_updates = given.list('allowed_updates') ?? bot.webhook?.allowed_updates ?? DEFAULT_UPDATES
  bot.webhook = url ? { url, secret_token, allowed_updates, max_connections } : null
  bot.last_error = null
  if (given.flag('drop_pending_updates')) bot.pending = []
  return true
}

/** Telegram reaches nobody there, but tests run nowhere else. */
const isLoopback = ({ hostname }: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

function markdownOf(given: Arguments): string {
  const rich = given.object('rich_message')
  if (!rich) throw badRequest('RICH_MESSAGE_CONTENT_REQUIRED')
  const unknown = Object.keys(rich).filter(
    (name) => !['markdown', 'html', 'blocks', 'skip_entity_detection'].includes(name),
  )
  if (unknown.length > 0) throw badRequest(`rich_message has no field ${unknown.join(', ')}`)
  const given_as = ['markdown', 'html', 'blocks'].filter((name) => rich[name] !== undefined)
  if (given_as.length !== 1) throw badRequest('exactly one of markdown, html and blocks must be specified')
  const text = rich.markdown ?? rich.html
  if (typeof text !== 'string') throw badRequest('the double takes rich messages as text alone')
  if (!text.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
  if (text.trim() === '') throw badRequest('Rich message must be non-empty')
  if (text.length > MAX_RICH_TEXT) throw badRequest('message is too long')
  return text
}

type Uploaded = { name: string; mime_type: string; bytes: Buffer }

async function uploaded(given: Arguments, field: string): Promise<Uploaded> {
  const file = given.file(field)
  if (!file) throw badRequest(`there is no ${field} in the request`)
  if (file.size === 0) throw badRequest('file must be non-empty')
  if (file.size > MAX_UPLOAD_BYTES) throw new ApiRefusal(413, 'Request Entity Too Large')
  return { name: file.name, mime_type: file.type, bytes: Buffer.from(await file.arrayBuffer()) }
}

/** PNG, JPEG, GIF and WebP, by what they begin with; of a PNG the double knows the dimensions. */
function checkPhoto(bytes: Buffer) {
  if (bytes.length > MAX_PHOTO_BYTES)
    throw badRequest(
      `file of size ${bytes.length} bytes is too big for a photo; the maximum size is ${MAX_PHOTO_BYTES} bytes`,
    )
  const start = bytes.toString('latin1', 0, 12)
  const isPng = start.startsWith('\x89PNG')
  if (!isPng && !/^(\xff\xd8\xff|GIF8|RIFF.{4}WEBP)/s.test(start)) throw badRequest('IMAGE_PROCESS_FAILED')
  if (!isPng || bytes.length < 24) return
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width + height > 10_000 || Math.max(width / height, height / width) > 20)
    throw badRequest('PHOTO_INVALID_DIMENSIONS')
}

function placeOf(bot: BotState, given: Arguments): { chat_id: string; known: KnownChat; thread: number | null } {
  const chat_id = given.text('chat_id')
  if (!chat_id) throw badRequest('chat_id is empty')
  const known = bot.chats.get(chat_id)
  if (!known) throw badRequest('chat not found')
  if (known.refusal) throw known.refusal
  const thread = given.integer('message_thread_id')
  if (thread !== null && !known.topics.has(thread)) throw badRequest('message thread not found')
  return { chat_id, known, thread }
}

function send(
  bot: BotState,
  given: Arguments,
  { sent }: World,
  what: { method: Sent['method']; text?: string; file?: Uploaded; shown: Record<string, unknown> },
) {
  const { chat_id, known, thread } = placeOf(bot, given)
  const reply_to = replyOf(known, given)
  const message = addMessage(known, {
    from: userOf(bot),
    date: nowSeconds(),
    ...(thread !== null && { message_thread_id: thread, is_topic_message: true }),
    ...what.shown,
  })
  const { method, text = null, file } = what
  sent.push({
    bot: bot.id,
    method,
    chat_id,
    thread,
    text,
    has_preview: method === 'sendMessage' && given.object('link_preview_options')?.is_disabled !== true,
    file: file
      ? {
          name: file.name,
          mime_type: file.mime_type,
          size: file.bytes.length,
          sha256: createHash('sha256').update(file.bytes).digest('hex'),
        }
      : null,
    reply_to,
    message_id: message.message_id,
  })
  return message
}

function replyOf(known: KnownChat, given: Arguments): number | null {
  const reply = given.object('reply_parameters')
  if (!reply) return null
  if (typeof reply.message_id !== 'number') throw badRequest('message to be replied is not specified')
  if (known.messages.has(reply.message_id)) return reply.message_id
  if (reply.allow_sending_without_reply !== true) throw badRequest('message to be replied not found')
  return null
}
