/** What Teams sends to a bot, in the forms that its SDKs and samples show. */
import type { TeamsBot } from './bots.ts'
import { accountOf, type TeamsChat, type TeamsPerson } from './chats.ts'

export type WrittenMessage = {
  from?: TeamsPerson
  chat?: TeamsChat
  text?: string
  /** Mentions the bot before the text. */
  mentions_bot?: boolean
  /** The message of a channel that it replies to. */
  thread_id?: string
  attachments?: object[]
  locale?: string
  /** Beside what they say, or in place of it. */
  fields?: object
}

export type Activity = { type: string; id: string; conversation: { id: string }; [field: string]: unknown }

let lastId = 1_764_000_000_000
export const nextId = (): string => String(++lastId)

export function baseActivity(
  bot: TeamsBot,
  from: TeamsPerson,
  chat: TeamsChat,
  serviceUrl: string,
  thread_id?: string,
) {
  const { type, id, name, team } = chat
  return {
    timestamp: new Date().toISOString(),
    channelId: 'msteams',
    serviceUrl,
    from,
    recipient: { id: accountOf(bot), name: 'The bot' },
    conversation: {
      conversationType: type,
      tenantId: bot.tenant_id,
      id: thread_id === undefined ? id : `${id};messageid=${thread_id}`,
      ...(type !== 'personal' && { isGroup: true }),
      ...(type === 'groupChat' && name !== undefined && { name }),
    },
    channelData: {
      tenant: { id: bot.tenant_id },
      ...(team && {
        teamsChannelId: id,
        teamsTeamId: team.id,
        team: { id: team.id, name: team.name },
        channel: { id, ...(name !== undefined && { name }) },
      }),
    },
  }
}

export function messageActivity(
  bot: TeamsBot,
  chat: TeamsChat,
  serviceUrl: string,
  {
    from,
    text = '',
    mentions_bot = false,
    thread_id,
    attachments = [],
    locale = 'en-US',
    fields,
  }: WrittenMessage & {
    from: TeamsPerson
  },
): Activity {
  const id = nextId()
  const mention = '<at>The bot</at>'
  const html = { contentType: 'text/html', content: `<p>${text}</p>` }
  return {
    ...baseActivity(bot, from, chat, serviceUrl, chat.type === 'channel' ? (thread_id ?? id) : undefined),
    type: 'message',
    id,
    text: mentions_bot ? `${mention}&nbsp;${text}\n` : text,
    textFormat: 'plain',
    locale,
    // Nearly each message carries its text as HTML too.
    attachments: [...attachments, ...(text === '' ? [] : [html])],
    entities: [
      { locale, country: 'US', platform: 'Windows', type: 'clientInfo' },
      ...(mentions_bot ? [{ mentioned: { id: accountOf(bot), name: 'The bot' }, text: mention, type: 'mention' }] : []),
    ],
    ...fields,
  }
}
