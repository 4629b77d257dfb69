/** The connector: https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { nextId } from './activities.ts'
import type { TeamsBot } from './bots.ts'
import type { Rosters, TeamsChat } from './chats.ts'
import { denied, refused } from './refusal.ts'

const CONSENT_CARD = 'application/vnd.microsoft.teams.card.file.consent'
/** Microsoft counts UTF-16, and leaves out pictures in Base64. */
const MAX_MESSAGE_BYTES = 100 * 1024
/** With them it refuses what is longer than this. */
const MAX_WHOLE_BYTES = 256 * 1024

const Attachment = z.looseObject({
  contentType: z.string().min(1),
  contentUrl: z.string().optional(),
  name: z.string().optional(),
  content: z.looseObject({}).optional(),
})
export type SentAttachment = z.infer<typeof Attachment>

const Outgoing = z.looseObject({
  type: z.enum(['message', 'typing']),
  text: z.string().optional(),
  textFormat: z.enum(['markdown', 'plain', 'xml']).optional(),
  attachments: z.array(Attachment).optional(),
  replyToId: z.string().optional(),
  from: z.looseObject({ id: z.string() }).optional(),
  conversation: z.looseObject({ id: z.string() }).optional(),
})

export type SentActivity = {
  bot: string
  id: string
  chat: TeamsChat
  thread_id: string | null
  text: string
  textFormat: string
  attachments: SentAttachment[]
  /** Of the whole activity as it came, in bytes of JSON. */
  size: number
}

type State = {
  rosters: Rosters
  sent: SentActivity[]
  removed: string[]
  typing: { bot: string; conversation_id: string }[]
}

export function serveConnector(
  { rosters, sent, removed, typing }: State,
  bot: TeamsBot,
  request: IncomingMessage,
  path: string,
  body: string,
): { status: number; json: unknown } {
  const [, kind, rawId = '', rest, rawMember = ''] =
    /^\/v3\/(conversations|teams)\/([^/]+)(?:\/(activities|members)(?:\/([^/]+))?)?$/.exec(path) ?? []
  const id = decodeURIComponent(rawId)
  if (kind === 'teams' && request.method === 'GET') {
    const team = rosters.team(bot, id)
    if (!team) throw refused(404, 'NotFound', 'Team not found')
    return { status: 200, json: { ...team, channelCount: 1, memberCount: 2 } }
  }
  if (kind !== 'conversations') throw refused(404, 'ServiceError', 'Unknown path')
  const [chatId = '', thread_id = null] = id.split(';messageid=')
  const chat = rosters.find(bot, chatId)
  if (!chat && rosters.isKnown(chatId)) {
    throw refused(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.')
  }
  if (!chat) throw refused(404, 'ConversationNotFound', 'Conversation not found.')
  if (rest === 'members' && request.method === 'GET') {
    const member = { id: decodeURIComponent(rawMember) || '29:1', name: 'Anna Weber', objectId: '0' }
    return { status: 200, json: rawMember ? member : [member] }
  }
  if (rest === 'activities' && request.method === 'DELETE') {
    const at = sent.findIndex(({ id, chat: { id: chat_id } }) => id === rawMember && chat_id === chatId)
    if (at < 0 || removed.includes(rawMember)) throw refused(404, 'ActivityNotFoundInConversation', 'Not found.')
    if (sent[at]?.bot !== bot.app_id) throw refused(403, 'Forbidden', 'Only a message of its own.')
    removed.push(rawMember)
    return { status: 200, json: {} }
  }
  if (rest !== 'activities' || request.method !== 'POST') throw refused(405, 'MethodNotAllowed', 'Not allowed here')
  const activity = readOutgoing(request, body)
  // What Microsoft's SDK sends unasked has the id of the app alone.
  if (activity.from && activity.from.id.replace(/^28:/, '') !== bot.app_id) throw denied()
  if (activity.type === 'typing') {
    typing.push({ bot: bot.app_id, conversation_id: id })
    return { status: 202, json: {} }
  }
  const { text = '', textFormat = 'markdown', attachments = [] } = activity
  if (text === '' && attachments.length === 0) throw refused(400, 'BadSyntax', 'Activity has no content')
  if (chat.type !== 'personal' && attachments.some(({ contentType }) => contentType === CONSENT_CARD)) {
    throw refused(400, 'BadArgument', 'File consent cards are for personal chats')
  }
  const message = { bot: bot.app_id, id: nextId(), chat, thread_id, text, textFormat, attachments }
  sent.push({ ...message, size: Buffer.byteLength(body) })
  return { status: 201, json: { id: message.id } }
}

function readOutgoing({ headers }: IncomingMessage, body: string) {
  if (!headers['content-type']?.startsWith('application/json')) {
    throw refused(415, 'UnsupportedMediaType', 'JSON is needed')
  }
  const isParsed = Outgoing.safeParse(parse(body))
  if (!isParsed.success) throw refused(400, 'BadSyntax', z.prettifyError(isParsed.error))
  const activity = isParsed.data
  const withoutPictures = JSON.stringify(activity).replaceAll(/data:image\/[a-z]+;base64,[A-Za-z0-9+/=]*/g, '')
  if (withoutPictures.length * 2 > MAX_MESSAGE_BYTES || Buffer.byteLength(body) > MAX_WHOLE_BYTES) {
    throw refused(413, 'MessageSizeTooBig', 'Message size too large')
  }
  for (const { contentType, contentUrl = '' } of activity.attachments ?? []) {
    if (!contentUrl.startsWith('data:')) continue
    if (!/^image\/(png|jpeg|gif)$/.test(contentType) || !contentUrl.startsWith(`data:${contentType};base64,`)) {
      throw refused(400, 'BadArgument', 'Only pictures may be sent inline')
    }
  }
  return activity
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
