import type { Incoming, IncomingMessage } from '../bots/incoming.ts'
import type { BotContext } from '../context.ts'
import type { ChannelUpdateRow } from '../table.ts'
import { fileOf, isPrivate, type MsgrMessage, MsgrUpdate, readableText, senderNameOf, textOf } from './read-update.ts'

/** Reads stored updates of Telegram. */
export function readIncoming(_ctx: BotContext, updates: readonly ChannelUpdateRow[]): Incoming | null {
  const messages = updates.flatMap(({ body }) => MsgrUpdate.parse(body).message ?? [])
  const [first] = messages
  if (!first?.from) return null
  const { id, first_name, last_name, language_code } = first.from
  return {
    sender: { id: String(id), first_name, last_name, language: language_code },
    sender_name: (!isPrivate(first.chat) && senderNameOf(first)) || undefined,
    messages: messages.map(readMessage),
  }
}

function readMessage(message: MsgrMessage): IncomingMessage {
  const { message_id, quote, reply_to_message } = message
  const file = fileOf(message)
  return {
    id: String(message_id),
    text: readableText(message),
    replied_to: quote?.text ?? (reply_to_message && textOf(reply_to_message)),
    files: file ? [file] : [],
    is_opening: isOpening(message),
  }
}

/** `/start`, which the button in a new chat sends, and `/help`. */
const isOpening = ({ text = '' }: MsgrMessage): boolean => /^\/(start|help)(@\w+)?(\s|$)/.test(text)
