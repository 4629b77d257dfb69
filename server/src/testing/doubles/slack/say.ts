/** What people write, in the shape in which an app is sent it. */
import type { SlackEvent } from './events.ts'
import { describeFile } from './web-api.ts'
import type { SlackBot, SlackChannel, SlackPerson, SlackWorld } from './workspace.ts'

export type Said = {
  from: SlackPerson
  /** The direct channel with the bot where none is given. */
  channel?: SlackChannel
  /** As it is sent, with the control sequences of Slack. */
  text?: string
  /** The `ts` of the message with which its thread began. */
  thread_ts?: string
  files?: { name: string; mimetype: string; bytes: Buffer }[]
  /** Fields that are other than usual, such as a subtype. */
  fields?: Record<string, unknown>
}

/** What the bot's app is sent: in a channel a mention comes twice, once as a message and once as a mention. */
export function eventsOf(world: SlackWorld, bot: SlackBot, said: Said, url: string): SlackEvent[] {
  const { from, channel = world.directChannel(bot, from), text = '', thread_ts, files = [] } = said
  const ts = world.nextTs()
  channel.members.add(from.id)
  channel.messages.set(ts, { ts, user: from.id, text, ...(thread_ts && { thread_ts }) })
  const root = thread_ts === undefined ? undefined : channel.messages.get(thread_ts)
  if (thread_ts !== undefined && !root) throw new Error(`There is no message ${thread_ts} in ${channel.name}`)
  const described = files.map((file) => describeFile(world.addFile({ ...file, team: bot.team }), url))
  const message = {
    user: from.id,
    ts,
    text,
    team: bot.team.id,
    channel: channel.id,
    event_ts: ts,
    ...(root && { thread_ts, parent_user_id: root.user }),
    ...(described.length > 0 && { files: described, upload: false }),
  }
  const events: SlackEvent[] = [
    {
      type: 'message',
      ...message,
      channel_type: channel.kind,
      client_msg_id: `${ts}-client`,
      ...(described.length > 0 && { subtype: 'file_share' }),
      ...said.fields,
    },
  ]
  const isMention = text.includes(`<@${bot.user_id}>`) && channel.kind !== 'im'
  if (isMention) events.unshift({ type: 'app_mention', ...message, ...said.fields })
  const isMember = channel.members.has(bot.user_id)
  return events.filter(({ type }) => (isMember || type === 'app_mention') && isSubscribed(bot, type, channel))
}

const MESSAGE_EVENT = {
  channel: 'message.channels',
  group: 'message.groups',
  im: 'message.im',
  mpim: 'message.mpim',
} as const

const isSubscribed = ({ events }: SlackBot, type: string, { kind }: SlackChannel): boolean =>
  events.includes(type === 'message' ? MESSAGE_EVENT[kind] : type)
