/** What the double knows of bots and of the chats in which each of them is. */
import { randomBytes } from 'node:crypto'

export type Person = { id: number; first_name: string; last_name?: string; username?: string }
export type Chat = {
  id: number
  type: 'private' | 'group' | 'supergroup'
  title?: string
  first_name?: string
  last_name?: string
  username?: string
  is_forum?: true
}
export type FileRef = { file_id: string; file_unique_id: string; file_size: number; [field: string]: unknown }
/** As the Bot API shapes it, with the fields that tests look at. */
export type Message = {
  message_id: number
  date: number
  chat: Chat
  text?: string
  caption?: string
  message_thread_id?: number
  is_topic_message?: true
  reply_to_message?: Message
  /** The largest is the last. */
  photo?: FileRef[]
  document?: FileRef
  audio?: FileRef
  voice?: FileRef
  video?: FileRef
  video_note?: FileRef
  animation?: FileRef
  sticker?: FileRef
  [field: string]: unknown
}
export type Update = {
  update_id: number
  message?: Message
  edited_message?: Message
  my_chat_member?: { chat: Chat; [field: string]: unknown }
}
export type UpdateType = Exclude<keyof Update, 'update_id'>

export type Bot = { id: number; token: string; username: string }
export type Webhook = { url: string; secret_token: string; allowed_updates: string[]; max_connections: number }
type Parameters = { retry_after?: number; migrate_to_chat_id?: number }

export type MemberStatus = 'member' | 'administrator' | 'left' | 'kicked'
export type KnownChat = {
  chat: Chat
  messages: Map<number, Message>
  topics: Set<number>
  last_message_id: number
  /** What the bot is there. */
  member: MemberStatus
  /** Why nothing is sent there any more. */
  refusal: ApiRefusal | null
}
export type BotState = Bot & {
  name: string
  readsGroups: boolean
  webhook: Webhook | null
  chats: Map<string, KnownChat>
  /** What the webhook has not taken yet. */
  pending: Update[]
  last_error: { message: string; date: number } | null
}

export class ApiRefusal extends Error {
  readonly status: number
  readonly parameters: Parameters | undefined

  constructor(status: number, description: string, parameters?: Parameters) {
    super(description)
    this.status = status
    this.parameters = parameters
  }
}

export const badRequest = (why: string, parameters?: Parameters) =>
  new ApiRefusal(400, `Bad Request: ${why}`, parameters)

export const nowSeconds = () => Math.floor(Date.now() / 1000)

export const userOf = (bot: BotState) => ({
  id: bot.id,
  is_bot: true,
  first_name: bot.name,
  username: bot.username,
})

export type NewBot = { username?: string; name?: string; readsGroups?: boolean }

export function createBots() {
  const states = new Map<number, BotState>()
  let lastId = 7_000_000_000

  const tokenFor = (id: number) => `${id}:AA${randomBytes(33).toString('base64url').slice(0, 33)}`

  return {
    add({ username, name = 'Corner Books', readsGroups = false }: NewBot = {}): Bot {
      const id = ++lastId
      const bot: BotState = {
        id,
        token: tokenFor(id),
        username: username ?? `double_${id}_bot`,
        name,
        readsGroups,
        webhook: null,
        chats: new Map(),
        pending: [],
        last_error: null,
      }
      states.set(id, bot)
      return { id, token: bot.token, username: bot.username }
    },
    of({ id }: { id: number }): BotState {
      const bot = states.get(id)
      if (!bot) throw new Error(`The double has no bot ${id}`)
      return bot
    },
    withToken: (token: string): BotState | undefined => states.values().find((bot) => bot.token === token),
    /** As BotFather does: the old token is dead at once, and nothing is sent to its webhook any more. */
    renewToken(bot: Bot): Bot {
      const state = this.of(bot)
      state.token = tokenFor(state.id)
      state.webhook = null
      return { id: state.id, token: state.token, username: state.username }
    },
  }
}

/** A bot meets a chat when something is said there; before that it may send nothing to it. */
export function meet(bot: BotState, chat: Chat): KnownChat {
  const known = bot.chats.get(String(chat.id))
  if (known) {
    known.chat = chat
    return known
  }
  const met: KnownChat = {
    chat,
    messages: new Map(),
    topics: new Set(),
    last_message_id: 0,
    member: 'left',
    refusal: null,
  }
  bot.chats.set(String(chat.id), met)
  return met
}

export function addMessage(known: KnownChat, fields: { date: number } & Record<string, unknown>): Message {
  const message = { message_id: ++known.last_message_id, ...fields, chat: known.chat }
  known.messages.set(message.message_id, message)
  return message
}
