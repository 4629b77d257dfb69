import { z } from 'zod'
import type { IncomingFile } from '../bots/incoming.ts'
import { readRichText, readTables } from './read-tables.ts'
import { mentionedIn } from './read-text.ts'

/** What is of no use in a file leaves the rest of the message as it is. */
const Part = z.string().nullish().catch(null)

/** The parts of an event that are read here: https://docs.slack.dev/apis/events-api. Others are ignored. */
const File = z
  .object({
    id: Part,
    name: Part,
    title: Part,
    mimetype: Part,
    size: z.number().nullish().catch(null),
    /** `hosted` and `snippet` have bytes here; `external` is a link, `tombstone` and `hidden_by_limit` are gone. */
    mode: Part,
    url_private_download: Part,
    url_private: Part,
  })
  .catch({})
type File = z.infer<typeof File>

/**
 * A message that was forwarded, or one whose address was sent, below the person's own words, which have nothing of it. Undocumented;
 * other attachments are previews of addresses and what apps add.
 */
const Shared = z.object({
  is_share: z.boolean().nullish(),
  is_msg_unfurl: z.boolean().nullish(),
  author_name: z.string().nullish(),
  text: z.string().nullish(),
  files: z.array(File).nullish(),
  /** Those of a table that a person pasted, which is an attachment too. */
  blocks: z.array(z.unknown()).nullish(),
})
type Shared = z.infer<typeof Shared>

const Id = z.string().min(1).max(100)
/** Slack leaves out what there is not; null says the same. */
const known = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)
const Timestamp = z.string().regex(/^\d{1,20}\.\d{1,10}$/)

export const SlackMessage = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: known(z.string()),
  channel: Id,
  channel_type: known(z.string()),
  /** Absent where no person or bot is its author. */
  user: known(Id),
  /** Present where an app has written it, also in a person's name. */
  bot_id: known(z.string()),
  text: z.string().nullish(),
  ts: Timestamp,
  /** The first message of its thread, which may be itself. */
  thread_ts: known(Timestamp),
  /** Who wrote that one. */
  parent_user_id: known(z.string()),
  /** Present in the second mention that an edit makes. */
  edited: known(z.unknown()),
  files: z.array(File).nullish(),
  blocks: z.array(z.unknown()).nullish().catch(null),
  attachments: z.array(Shared.nullable().catch(null)).nullish(),
})
export type SlackMessage = z.infer<typeof SlackMessage>

const Event = z.discriminatedUnion('type', [
  SlackMessage.extend({ type: z.literal('message') }),
  SlackMessage.extend({ type: z.literal('app_mention') }),
  z.object({ type: z.literal('member_joined_channel'), user: Id, channel: Id }),
  z.object({ type: z.literal('channel_left'), channel: Id }),
  z.object({ type: z.literal('group_left'), channel: Id }),
  z.object({ type: z.literal('app_uninstalled') }),
  z.object({
    type: z.literal('tokens_revoked'),
    tokens: z.object({ bot: z.array(z.string()).nullish() }),
  }),
])
export type SlackEvent = z.infer<typeof Event>

export const SlackEnvelope = z.object({
  type: z.literal('event_callback'),
  team_id: z.string(),
  /** In seconds. */
  event_time: z.number().optional(),
  authorizations: z.array(z.object({ team_id: z.string().nullish(), user_id: z.string() })).nullish(),
  event: Event,
})

/** Slack repeats an event for an hour: the removal of an app may arrive after it was connected again. */
export const isFromBefore = (connected_at: Date | null, event_time: number | undefined): boolean =>
  connected_at !== null && event_time !== undefined && (event_time + 1) * 1000 <= connected_at.getTime()

/** Direct messages with the bot. All else is shared, also direct messages of several people. */
export const isPrivate = ({ channel, channel_type }: SlackMessage): boolean =>
  channel_type === 'im' || channel_type === 'app_home' || (channel_type === undefined && channel.startsWith('D'))

/** A person wrote it again (contract, rule 12): no edit, no join, no other bot, which would answer for ever. */
export const isByPerson = ({ type, subtype, user, bot_id, edited }: SlackMessage, bot_user_id: string): boolean =>
  (subtype === undefined || subtype === 'file_share' || isBroadcastMention(type, subtype)) &&
  bot_id === undefined &&
  user !== undefined &&
  user !== bot_user_id &&
  user !== 'USLACKBOT' &&
  !(type === 'app_mention' && edited !== undefined)

/** A mention in a thread whose writer chose "Also send to channel"; Slack repeats the subtype of the message in it. */
const isBroadcastMention = (type: string, subtype: string): boolean =>
  type === 'app_mention' && subtype === 'thread_broadcast'

export const mentions = ({ type, text }: SlackMessage, user_id: string): boolean =>
  type === 'app_mention' || mentionedIn(text ?? '').includes(user_id)

/** It is a reply within a thread, and not the message that began one. */
export const threadOfReply = ({ ts, thread_ts }: SlackMessage): string | undefined =>
  thread_ts === ts ? undefined : thread_ts

/** Where an answer goes (rule 12): in shared chats a thread, also below a message that is in none; privately a thread that is there. */
export const answerThread = (message: SlackMessage): string | undefined =>
  isPrivate(message) ? threadOfReply(message) : (message.thread_ts ?? message.ts)

const sharedIn = ({ attachments }: SlackMessage): Shared[] =>
  (attachments ?? []).flatMap((one) => (one && (one.is_share || one.is_msg_unfurl) ? [one] : []))

const blocksOf = ({ blocks, attachments }: SlackMessage): unknown[] => [
  ...(blocks ?? []),
  ...(attachments ?? []).flatMap((one) => one?.blocks ?? []),
]

/** As it is sent: the person's own words, their tables, then what they forward, as quotes. */
export const rawTextOf = (message: SlackMessage): string =>
  [
    message.text || readRichText(message.blocks ?? []),
    ...readTables(blocksOf(message)),
    ...sharedIn(message).map(quoteOf),
  ]
    .filter(Boolean)
    .join('\n\n')

function quoteOf({ author_name, text }: Shared): string {
  if (!text) return ''
  return (author_name ? `${author_name}:\n${text}` : text).replaceAll(/^/gm, '&gt; ')
}

/** Its files and those of what it forwards, as far as Slack has bytes of them. */
export const filesOf = (message: SlackMessage): IncomingFile[] =>
  [...(message.files ?? []), ...sharedIn(message).flatMap(({ files }) => files ?? [])]
    .filter(({ mode }) => !['external', 'tombstone', 'hidden_by_limit'].includes(mode ?? ''))
    .map(describe)

const describe = ({ id, name, title, mimetype, size, url_private_download, url_private }: File): IncomingFile => ({
  // Of a file that another workspace shares the event has its id alone.
  ref: url_private_download || url_private || id || '',
  name: name || title || 'file',
  mime_type: mimetype || 'application/octet-stream',
  size: size ?? 0,
  is_speech: mimetype?.startsWith('audio/') ?? false,
})
