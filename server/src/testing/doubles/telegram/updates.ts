/** Telegram's side: what people say, in the shape in which a bot is sent it. */
import {
  ApiRefusal,
  addMessage,
  type BotState,
  type Chat,
  type KnownChat,
  type MemberStatus,
  type Message,
  meet,
  nowSeconds,
  type Person,
  type Update,
  userOf,
} from './bots.ts'
import type { FileKind, Files, SentFile } from './files.ts'

export type Topic = { id: number; name: string }

/** In short what was said; a private chat with Anna where nothing else is given. */
export type Said = Partial<Record<FileKind, SentFile>> & {
  from?: Person
  chat?: Chat
  /** Of a supergroup with topics. */
  topic?: Topic
  text?: string
  caption?: string
  /** The message in this chat that is answered, of a person or of the bot; `quote` is the part of it that was marked. */
  reply_to?: number
  quote?: string
  /** Entities beside the mentions and commands that are found in the text. */
  entities?: Record<string, unknown>[]
  media_group_id?: string
  /** The message that is edited to be this. */
  edits?: number
  /** What the bot became in the chat: this is sent instead of a message. */
  member?: MemberStatus
  date?: number
  /** More fields of the message, such as those of service messages, as they are on the wire. */
  fields?: Record<string, unknown>
}

export const ANNA: Person = { id: 5_100_000_001, first_name: 'Anna', last_name: 'Weber', username: 'anna_weber' }

export const privateChat = ({ id, first_name, last_name, username }: Person): Chat => ({
  id,
  first_name,
  ...(last_name && { last_name }),
  ...(username && { username }),
  type: 'private',
})

export function updateOf(bot: BotState, files: Files, update_id: number, said: Said): Update {
  const { from = ANNA, chat = privateChat(from), date = nowSeconds() } = said
  const known = meet(bot, chat)
  if (said.member) return { update_id, my_chat_member: memberChange(bot, known, { from, date, status: said.member }) }
  if (known.member === 'left') known.member = 'member'
  const fields = { from: { is_bot: false, ...from, language_code: 'en' }, date, ...contentOf(bot, known, files, said) }
  if (said.edits === undefined) return { update_id, message: addMessage(known, fields) }
  const before = messageIn(known, said.edits)
  const edited: Message = { ...before, ...fields, date: before.date, edit_date: date }
  known.messages.set(edited.message_id, edited)
  return { update_id, edited_message: edited }
}

function memberChange(
  bot: BotState,
  known: KnownChat,
  { from, date, status }: { from: Person; date: number; status: MemberStatus },
) {
  const isGone = status === 'left' || status === 'kicked'
  const where =
    known.chat.type === 'private' ? 'bot was blocked by the user' : `bot was kicked from the ${known.chat.type} chat`
  const was = known.member
  known.member = status
  known.refusal = isGone ? new ApiRefusal(403, `Forbidden: ${where}`) : null
  const user = userOf(bot)
  return {
    chat: known.chat,
    from: { is_bot: false, ...from, language_code: 'en' },
    date,
    old_chat_member: { user, status: was, ...(was === 'kicked' && { until_date: 0 }) },
    new_chat_member: { user, status, ...(status === 'kicked' && { until_date: 0 }) },
  }
}

function contentOf(bot: BotState, known: KnownChat, files: Files, said: Said): Record<string, unknown> {
  if (said.text !== undefined && said.text.length > 4096) throw new Error('Nobody can send that much in one message')
  const { text, caption, media_group_id } = said
  return {
    ...threadOf(known, said),
    ...(text !== undefined && { text, ...entitiesOf('entities', text, said) }),
    ...(caption !== undefined && { caption, ...entitiesOf('caption_entities', caption, said) }),
    ...mediaOf(bot, files, said),
    ...(media_group_id && { media_group_id }),
    ...said.fields,
  }
}

/** A thread is a topic only where it says so: answers in ordinary supergroups have one as well. */
function threadOf(known: KnownChat, { topic, reply_to, quote }: Said): Record<string, unknown> {
  const answered = reply_to === undefined ? null : messageIn(known, reply_to)
  const reply = answered && {
    reply_to_message: withoutReply(answered),
    ...(quote !== undefined && { quote: quoteOf(answered, quote) }),
  }
  if (topic) {
    known.topics.add(topic.id)
    return {
      message_thread_id: topic.id,
      is_topic_message: true,
      // What answers nothing else there answers the message that opened the topic.
      ...(reply ?? { reply_to_message: opening(known, topic) }),
    }
  }
  if (!answered || known.chat.type !== 'supergroup') return { ...reply }
  return { message_thread_id: answered.message_thread_id ?? answered.message_id, ...reply }
}

function quoteOf({ text = '', caption = text }: Message, quote: string) {
  const position = caption.indexOf(quote)
  if (position < 0) throw new Error(`Nobody can quote "${quote}" from "${caption}"`)
  return { text: quote, position, is_manual: true }
}

const opening = (known: KnownChat, { id, name }: Topic) => ({
  message_id: id,
  from: { is_bot: false, ...ANNA },
  chat: known.chat,
  date: nowSeconds(),
  message_thread_id: id,
  is_topic_message: true,
  forum_topic_created: { name, icon_color: 7_322_096 },
})

function messageIn(known: KnownChat, message_id: number): Message {
  const message = known.messages.get(message_id)
  if (!message) throw new Error(`There is no message ${message_id} in chat ${known.chat.id}`)
  return message
}

function withoutReply(message: Message): Message {
  const { reply_to_message, quote, ...rest } = message
  return rest
}

function entitiesOf(field: string, text: string, { entities = [] }: Said): Record<string, unknown> {
  const found = [
    ...find(text, /(?<!\w)@\w{4,32}/g, 'mention'),
    ...find(text, /(?<![\w/])\/\w{1,64}(@\w{4,32})?/g, 'bot_command'),
  ]
  const all = [...found.toSorted((a, b) => a.offset - b.offset), ...entities]
  return all.length > 0 ? { [field]: all } : {}
}

const find = (text: string, pattern: RegExp, type: string) =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ type, offset: index, length: match.length }))

function mediaOf(bot: BotState, files: Files, said: Said): Record<string, unknown> {
  const keep = (kind: FileKind, fields: Record<string, unknown>): Record<string, unknown> => {
    const file = said[kind]
    if (!file) return {}
    const named = { ...(file.name && { file_name: file.name }), ...(file.mime_type && { mime_type: file.mime_type }) }
    return { [kind]: { ...named, ...fields, ...files.keep(bot, kind, file) } }
  }
  const { animation } = keep('animation', { width: 320, height: 240, duration: 2 })
  return {
    ...photoOf(bot, files, said.photo),
    ...keep('document', {}),
    // The same message has it as a document too, for bots that know no animations.
    ...(animation !== undefined && { animation, document: animation }),
    ...keep('audio', { duration: 3 }),
    ...keep('voice', { duration: 3, mime_type: said.voice?.mime_type ?? 'audio/ogg' }),
    ...keep('video', { width: 640, height: 480, duration: 3 }),
    ...keep('video_note', { length: 240, duration: 3 }),
    ...keep('sticker', { width: 512, height: 512, type: 'regular', is_animated: false, is_video: false, emoji: '👍' }),
  }
}

/** In several sizes, the smallest first; all but the last are poorer. */
function photoOf(bot: BotState, files: Files, photo: SentFile | undefined): Record<string, unknown> {
  if (!photo) return {}
  const small = { ...files.keep(bot, 'photo', { bytes: photo.bytes.subarray(0, 16) }), width: 90, height: 60 }
  return { photo: [small, { ...files.keep(bot, 'photo', photo), width: 1280, height: 853 }] }
}
