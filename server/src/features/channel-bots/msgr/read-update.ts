import { z } from 'zod'
import type { IncomingFile } from '../bots/incoming.ts'
import { RichMessage, textOfRichMessage } from './rich-message.ts'

/** The parts of an update that are read here: https://core.telegram.org/bots/api#update. Others are ignored. */
const Id = z.number().int()

const Sender = z.object({
  id: Id,
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
})

const Chat = z.object({
  id: Id,
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
})
export type MsgrChat = z.infer<typeof Chat>

const File = z.object({
  file_id: z.string().min(1),
  file_size: z.number().optional(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
})
type File = z.infer<typeof File>

const Sticker = File.extend({ is_animated: z.boolean().optional(), is_video: z.boolean().optional() })

const Entity = z.object({
  type: z.string(),
  offset: z.number().int(),
  length: z.number().int(),
  user: Sender.optional(),
  url: z.string().optional(),
})
type Entity = z.infer<typeof Entity>

const Topic = z.object({ name: z.string().optional() })

/** A part that cannot be read is left out, and the rest of the message still counts. */
const Rich = RichMessage.optional().catch(undefined)

const Earlier = z.object({
  from: Sender.optional(),
  text: z.string().optional(),
  rich_message: Rich,
  forum_topic_created: Topic.optional(),
})

/** Who wrote what is forwarded. A kind that cannot be read is left out. */
const Origin = z
  .object({
    sender_user: Sender.optional(),
    /** Of someone whose account is hidden. */
    sender_user_name: z.string().optional(),
    sender_chat: z.object({ title: z.string().optional() }).optional(),
    chat: z.object({ title: z.string().optional() }).optional(),
  })
  .optional()
  .catch(undefined)

const Unread = z.unknown().optional()

/** What people send that a bot does not read. */
const unread = {
  contact: Unread,
  dice: Unread,
  game: Unread,
  poll: Unread,
  location: Unread,
  venue: Unread,
  story: Unread,
  checklist: Unread,
  paid_media: Unread,
  invoice: Unread,
  giveaway: Unread,
  giveaway_winners: Unread,
}

export const MsgrMessage = z.object({
  /** 0 for a message that only its sender and the bot see. */
  message_id: Id,
  message_thread_id: Id.optional(),
  is_topic_message: z.boolean().optional(),
  from: Sender.optional(),
  /** Present where the sender is not a person: for an anonymous administrator, the group itself. */
  sender_chat: z.object({ id: Id }).optional(),
  chat: Chat,
  text: z.string().optional(),
  rich_message: Rich,
  caption: z.string().optional(),
  entities: z.array(Entity).optional(),
  caption_entities: z.array(Entity).optional(),
  reply_to_message: Earlier.optional(),
  quote: z.object({ text: z.string() }).optional(),
  forward_origin: Origin,
  media_group_id: z.string().optional(),
  photo: z.array(File).optional(),
  document: File.optional(),
  audio: File.optional(),
  voice: File.optional(),
  video: File.optional(),
  video_note: File.optional(),
  animation: File.optional(),
  sticker: Sticker.optional(),
  ...unread,
  forum_topic_created: Topic.optional(),
  forum_topic_edited: Topic.optional(),
  migrate_to_chat_id: Id.optional(),
})
export type MsgrMessage = z.infer<typeof MsgrMessage>

const Membership = z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) })

export type MsgrMembership = z.infer<typeof Membership>

export const MsgrUpdate = z.object({
  update_id: Id,
  message: MsgrMessage.optional(),
  my_chat_member: Membership.optional(),
})
export type MsgrUpdate = z.infer<typeof MsgrUpdate>

type Bot = { bot_id: string; username: string }

/** A topic of a group is a chat of its own; a thread of replies in a group without topics is not. */
export function chatIdOf({ chat, message_thread_id, is_topic_message }: MsgrMessage): string {
  const hasTopic = is_topic_message === true && message_thread_id !== undefined
  return hasTopic ? `${chat.id}:${message_thread_id}` : String(chat.id)
}

/** The target of a message, from the stored chat id. */
export function targetOf(chat_id: string): { chat_id: string; message_thread_id?: number } {
  const [chat = '', thread] = chat_id.split(':')
  return { chat_id: chat, ...(thread !== undefined && { message_thread_id: Number(thread) }) }
}

export const isPrivate = ({ type }: MsgrChat): boolean => type === 'private'

/**
 * Other bots are not answered, because two bots would never stop. An anonymous administrator appears as a bot of Telegram.
 */
export const isByPerson = ({ from, sender_chat, chat }: MsgrMessage): boolean =>
  from !== undefined && (!from.is_bot || sender_chat?.id === chat.id)

/** The sender's own name. */
export const senderNameOf = ({ from, sender_chat, chat }: MsgrMessage): string =>
  (from?.is_bot && sender_chat ? (chat.title ?? '') : fullNameOf(from ?? {}) || (from?.username ?? ''))
    .replaceAll(/\s+/g, ' ')
    .slice(0, 64)

/** The text of a text message, also where it is shown as a rich message. */
export const textOf = ({ text, rich_message }: Pick<MsgrMessage, 'text' | 'rich_message'>): string | undefined =>
  text ?? (rich_message && textOfRichMessage(rich_message))

/** The words of a message; what someone else wrote is quoted, as on Slack, because the person only forwards it. */
export function readableText(message: MsgrMessage): string {
  const { from, forward_origin } = message
  const text = ownText(message)
  if (text === '' || !forward_origin || forward_origin.sender_user?.id === from?.id) return text
  const { sender_user, sender_user_name, sender_chat, chat } = forward_origin
  const author = sender_user ? fullNameOf(sender_user) : (sender_user_name ?? sender_chat?.title ?? chat?.title)
  return (author ? `${author}:\n${text}` : text).replaceAll(/^/gm, '> ')
}

/** With where they lead: of a link behind words Telegram shows the address too, before it is opened. */
function ownText(message: MsgrMessage): string {
  const { text, caption, entities = [], caption_entities = [] } = message
  if (text === undefined) return textOf(message) ?? withAddresses(caption ?? '', caption_entities)
  return withAddresses(text, entities)
}

function withAddresses(text: string, entities: readonly Entity[]): string {
  let read = ''
  let done = 0
  for (const { type, offset, length, url } of entities.toSorted((one, other) => one.offset - other.offset)) {
    const end = offset + length
    if (type !== 'text_link' || !url || offset < done || end > text.length || text.slice(offset, end) === url) continue
    read += `${text.slice(done, end)} (${url})`
    done = end
  }
  return read + text.slice(done)
}

/** Else it only reports something, such as a pinned message, or a topic that a person has opened in a private chat. */
export const hasContent = (message: MsgrMessage): boolean =>
  textOf(message) !== undefined || fileOf(message) !== null || Object.keys(unread).some((kind) => kind in message)

/** In a private chat every message is for the bot; in a group those that mention it or reply to it. */
export function isAddressedTo({ bot_id, username }: Bot, message: MsgrMessage): boolean {
  if (isPrivate(message.chat)) return true
  const { reply_to_message: earlier } = message
  // The first message of a topic counts as a reply to the service message that opened it.
  if (earlier && !earlier.forum_topic_created && String(earlier.from?.id) === bot_id) return true
  const text = message.text ?? message.caption ?? ''
  const name = `@${username.toLowerCase()}`
  return [...(message.entities ?? []), ...(message.caption_entities ?? [])].some(({ type, offset, length, user }) => {
    const marked = text.slice(offset, offset + length).toLowerCase()
    if (type === 'mention') return marked === name
    if (type === 'text_mention') return String(user?.id) === bot_id
    return type === 'bot_command' && marked.endsWith(name)
  })
}

/** The name of a message's topic, where the message contains it. */
export const topicNameOf = (message: MsgrMessage): string | undefined =>
  message.forum_topic_created?.name ??
  message.forum_topic_edited?.name ??
  message.reply_to_message?.forum_topic_created?.name

export const fullNameOf = ({
  first_name,
  last_name,
}: {
  first_name?: string | undefined
  last_name?: string | undefined
}): string => [first_name, last_name].filter(Boolean).join(' ')

/** The file of a message. A GIF is also sent as a document; of a picture's sizes the largest is used. */
export function fileOf(message: MsgrMessage): IncomingFile | null {
  const { photo, animation, document, audio, voice, video, video_note, sticker } = message
  const largest = photo?.at(-1)
  if (largest) return describe(largest, 'photo.jpg', 'image/jpeg')
  if (animation) return describe(animation, 'animation.mp4', 'video/mp4')
  if (document) return describe(document, 'document', 'application/octet-stream')
  if (audio) return { ...describe(audio, 'audio.mp3', 'audio/mpeg'), is_speech: true }
  if (voice) return { ...describe(voice, 'voice.ogg', 'audio/ogg'), is_speech: true }
  if (video) return describe(video, 'video.mp4', 'video/mp4')
  if (video_note) return describe(video_note, 'video-note.mp4', 'video/mp4')
  if (!sticker) return null
  if (sticker.is_animated) return describe(sticker, 'sticker.tgs', 'application/x-tgsticker')
  if (sticker.is_video) return describe(sticker, 'sticker.webm', 'video/webm')
  return describe(sticker, 'sticker.webp', 'image/webp')
}

const describe = ({ file_id, file_name, mime_type, file_size }: File, name: string, type: string): IncomingFile => ({
  ref: file_id,
  name: file_name ?? name,
  mime_type: mime_type ?? type,
  size: file_size ?? 0,
  is_speech: false,
})
