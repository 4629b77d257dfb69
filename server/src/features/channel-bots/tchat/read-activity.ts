import { z } from 'zod'
import { mimeTypeOf } from '#contracts/file-types.ts'
import type { IncomingFile } from '../bots/incoming.ts'
import type { TchatActivity, TchatIncomingAttachment } from './activity.ts'
import { withAddresses } from './read-links.ts'
import { htmlWords, withForwarded } from './read-quotes.ts'

type TchatScope = 'personal' | 'group' | 'channel'

/** A message in a channel is in the conversation of its thread. */
const THREAD = /;messageid=(\w+)/

export function scopeOf({ conversation, channelData }: TchatActivity): TchatScope {
  const { conversationType, isGroup, id } = conversation
  if (conversationType === 'personal') return 'personal'
  if (conversationType === 'channel') return 'channel'
  if (conversationType === 'groupChat') return 'group'
  if (channelData?.team || THREAD.test(id)) return 'channel'
  return isGroup || id.startsWith('19:') ? 'group' : 'personal'
}

/** What a chat is known by: all threads of a channel are in one (contract, rule 11 of chat platforms). */
export const chatIdOf = ({ conversation }: TchatActivity): string => conversation.id.split(';messageid=', 1).join('')

/** The id of the message with which its thread began, in a channel; that of the message itself where it begins one. */
export const threadIdOf = (activity: TchatActivity): string | undefined =>
  scopeOf(activity) === 'channel' ? (THREAD.exec(activity.conversation.id)?.[1] ?? activity.id) : undefined

/** Where to send to: a thread of a channel is a conversation of its own there. */
export const conversationIdOf = (chat_id: string, thread_id?: string | null): string =>
  thread_id ? `${chat_id};messageid=${thread_id}` : chat_id

/** By the person privately, else by the channel, the team, or the name that the group was given. */
export function titleOf(activity: TchatActivity): string | undefined {
  const { from, conversation, channelData } = activity
  const scope = scopeOf(activity)
  if (scope === 'personal') return named(from.name)
  if (scope === 'group') return named(conversation.name)
  return named(channelData?.channel?.name) ?? named(channelData?.team?.name) ?? named(conversation.name)
}

const MAX_NAME_LENGTH = 200

const named = (name: string | undefined): string | undefined =>
  name?.slice(0, MAX_NAME_LENGTH).replaceAll(/\s+/g, ' ').trim().toWellFormed() || undefined

/** The person: by their account in the company, which is the same for every bot, else by the one at this bot. */
export const senderIdOf = ({ from }: TchatActivity): string => from.aadObjectId || from.id

/** Bots have ids of their own form, agents the role; two that answer each other would never stop. */
export const isByPerson = ({ from }: TchatActivity): boolean =>
  !from.id.startsWith('28:') && !['bot', 'skill', 'agenticUser'].includes(from.role ?? '')

const isSameAccount = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()

const isMentionOfBot = (activity: TchatActivity, entity: NonNullable<TchatActivity['entities']>[number]): boolean =>
  entity.type === 'mention' && isSameAccount(entity.mentioned?.id, activity.recipient.id)

export const mentionsBot = (activity: TchatActivity): boolean =>
  (activity.entities ?? []).some((entity) => isMentionOfBot(activity, entity))

const MAX_MENTIONS = 100

/** Where the text has a quoted message, which is beside it as an entity. */
const QUOTED = /<quoted messageId="[^"<>]{0,500}"\s{0,9}\/>/gi

/** The words without the mention of the bot and without what they answer; people are called by their name, and links have their address. */
export const textOf = (activity: TchatActivity): string =>
  withAddresses(withForwarded(activity.text?.trim() ? wordsOf(activity) : htmlWords(activity), activity), activity)

function wordsOf(activity: TchatActivity): string {
  let text = (activity.text ?? '').replaceAll(QUOTED, ' ')
  const mentions = (activity.entities ?? []).filter(({ type }) => type === 'mention').slice(0, MAX_MENTIONS)
  for (const entity of mentions) {
    const marked = entity.text || `<at>${entity.mentioned?.name ?? ''}</at>`
    const shown = isMentionOfBot(activity, entity) ? ' ' : marked.replaceAll(/<\/?at[^<>]*>/g, '')
    // By a function, because a name may have a sign such as `$&`, which a replacement reads as the text around it.
    text = text.replaceAll(marked, () => shown)
  }
  return text
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\r?\n ?/g, '\n')
    .trim()
}

const DownloadInfo = z.looseObject({ downloadUrl: z.string(), fileType: z.string().nullish() })

/** The files of a message. Nearly each has its text as `text/html` too, and cards, which are no files of a person's. */
export const filesOf = ({ attachments = [] }: TchatActivity): IncomingFile[] =>
  attachments.flatMap((attachment, index) => readFile(attachment, index) ?? [])

const FILE_DOWNLOAD = 'application/vnd.microsoft.teams.file.download.info'

function readFile({ contentType, contentUrl, name, content }: TchatIncomingAttachment, index: number) {
  if (contentType === FILE_DOWNLOAD) {
    const info = DownloadInfo.safeParse(content)
    if (!info.success) return null
    return describe(info.data.downloadUrl, name ?? `file-${index + 1}.${info.data.fileType ?? 'bin'}`)
  }
  if (!contentType.startsWith('image/') || !contentUrl) return null
  // A pasted picture has no name, and its type may be `image/*`.
  const type = contentType === 'image/*' ? 'image/png' : contentType
  const file = describe(contentUrl, name ?? `image-${index + 1}.${type.slice('image/'.length)}`)
  return { ...file, mime_type: type }
}

function describe(ref: string, name: string): IncomingFile {
  const mime_type = mimeTypeOf(name)
  return { ref, name: name.slice(-255), mime_type, size: 0, is_speech: mime_type.startsWith('audio/') }
}
