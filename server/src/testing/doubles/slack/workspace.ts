/** Slack's side: workspaces, apps that are installed there, people, channels and what was sent. */
import { randomBytes, randomUUID } from 'node:crypto'

export type SlackTeam = { id: string; name: string }

/** Another answer than `ok`, with what Slack says beside it. */
export class ApiError extends Error {
  readonly fields: Record<string, unknown>

  constructor(error: string, fields: Record<string, unknown> = {}) {
    super(error)
    this.fields = fields
  }
}

export type SlackBot = {
  token: string
  signing_secret: string
  app_id: string
  user_id: string
  bot_id: string
  name: string
  team: SlackTeam
  scopes: string[]
  /** The events that its app is subscribed to, as a manifest names them. */
  events: string[]
  /** Where its events go; null until someone enters it. */
  request_url: string | null
  /** `uninstalled`: the workspace removed the app; `revoked`: someone revoked the token. */
  state: 'alive' | 'revoked' | 'uninstalled'
}

export type SlackPerson = { id: string; name: string; real_name: string; locale: string }

export type SlackChannel = {
  id: string
  kind: 'channel' | 'group' | 'im' | 'mpim'
  name: string
  is_archived: boolean
  /** User ids of bots and people that are in it; everyone is in a direct message. */
  members: Set<string>
  /** By `ts`. */
  messages: Map<string, SlackMessage>
}

export type SlackMessage = {
  ts: string
  user: string
  text: string
  thread_ts?: string
  metadata?: SlackMetadata
  files?: { id: string; name: string; size: number }[]
}

/** What an app adds to a message for apps: https://docs.slack.dev/messaging/message-metadata */
export type SlackMetadata = { event_type: string; event_payload: Record<string, unknown> }

export type SlackFile = {
  id: string
  name: string
  mimetype: string
  bytes: Buffer
  team: SlackTeam
}

export type SentMessage = {
  bot: SlackBot
  channel: string
  ts: string
  thread_ts: string | undefined
  /** Exactly one of them. */
  text?: string
  markdown_text?: string
  file?: { name: string; title: string; bytes: Buffer }
  /** The addresses in it that Slack fetches to show what is there. */
  previews?: string[]
}

export type SentStatus = { bot: SlackBot; channel: string; thread_ts: string; status: string }

export const BOT_SCOPES = [
  'app_mentions:read',
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
  'channels:read',
  'groups:read',
  'im:read',
  'mpim:read',
  'chat:write',
  'files:read',
  'files:write',
  'users:read',
]

export const BOT_EVENTS = [
  'app_mention',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'member_joined_channel',
  'channel_left',
  'group_left',
  'app_uninstalled',
  'tokens_revoked',
]

export function createWorld(now: () => Date) {
  const bots: SlackBot[] = []
  const people = new Map<string, SlackPerson>()
  const channels = new Map<string, SlackChannel>()
  const files = new Map<string, SlackFile>()
  const sent: SentMessage[] = []
  const statuses: SentStatus[] = []
  let count = 0
  let lastTs = 0

  const nextId = (prefix: string) => `${prefix}0${(++count).toString(36).toUpperCase().padStart(8, '0')}`

  /** The time in seconds, unique in a workspace, and in the order in which messages came. */
  function nextTs(): string {
    lastTs = Math.max(lastTs + 100, now().getTime() * 1000)
    const digits = String(lastTs)
    return `${digits.slice(0, -6)}.${digits.slice(-6)}`
  }

  function newPerson({ name = 'anna', real_name = 'Anna Weber', locale = 'en-US' } = {}): SlackPerson {
    const person = { id: nextId('U'), name, real_name, locale }
    people.set(person.id, person)
    return person
  }

  function addBot(values: Partial<SlackBot> = {}): SlackBot {
    const bot: SlackBot = {
      token: `xoxb-${randomBytes(12).toString('hex')}-${randomUUID()}`,
      signing_secret: randomBytes(16).toString('hex'),
      app_id: nextId('A'),
      user_id: nextId('U'),
      bot_id: nextId('B'),
      name: 'ada',
      team: { id: nextId('T'), name: 'Corner Books' },
      scopes: BOT_SCOPES,
      events: BOT_EVENTS,
      request_url: null,
      state: 'alive',
      ...values,
    }
    bots.push(bot)
    return bot
  }

  function newChannel({
    name = 'general',
    kind = 'channel',
    members = [],
  }: {
    name?: string
    kind?: SlackChannel['kind']
    members?: string[]
  } = {}): SlackChannel {
    const prefix = kind === 'im' ? 'D' : kind === 'group' ? 'G' : 'C'
    const messages = new Map<string, SlackMessage>()
    const channel = { id: nextId(prefix), kind, name, is_archived: false, members: new Set(members), messages }
    channels.set(channel.id, channel)
    return channel
  }

  /** There is one direct channel between a bot and a person. */
  function directChannel(bot: SlackBot, person: SlackPerson): SlackChannel {
    const known = channels
      .values()
      .find(({ kind, members }) => kind === 'im' && members.has(bot.user_id) && members.has(person.id))
    return known ?? newChannel({ name: person.name, kind: 'im', members: [bot.user_id, person.id] })
  }

  function addFile(values: Omit<SlackFile, 'id'>): SlackFile {
    const file = { id: nextId('F'), ...values }
    files.set(file.id, file)
    return file
  }

  return {
    bots,
    people,
    channels,
    files,
    sent,
    statuses,
    nextId,
    nextTs,
    newPerson,
    addBot,
    newChannel,
    directChannel,
    addFile,
    withToken: (token: string) => bots.find((bot) => bot.token === token),
  }
}
export type SlackWorld = ReturnType<typeof createWorld>
