import type { Incoming, IncomingMessage } from '../bots/incoming.ts'
import type { BotContext } from '../context.ts'
import type { ChannelUpdateRow } from '../table.ts'
import { fileOf, isPrivate, type MsgrMessage, MsgrUpdate, readableText, senderNameOf, textOf } from './read-update.ts'

/** Reads stored updates of Telegram. */
export function readIncoming(_ctx: BotContext, updates: readonly ChannelUpdateRow[]): Incoming | null {
  const received = updates.flatMap(({ body }) => {
    const { update_id, message } = MsgrUpdate.parse(body)
    return message ? [{ update_id, message }] : []
  })
  const first = received[0]?.message
  if (!first?.from) return null
  const { id, first_name, last_name, language_code } = first.from
  return {
    sender: { id: String(id), first_name, last_name, language: language_code },
    sender_name: (!isPrivate(first.chat) && senderNameOf(first)) || undefined,
    messages: received.map(readMessage),
  }
}

function readMessage({ update_id, message }: { update_id: number; message: MsgrMessage }): IncomingMessage {
  const { message_id, quote, reply_to_message } = message
  const file = fileOf(message)
  return {
    // Messages that only the bot sees have no number of their own.
    id: message_id === 0 ? `update ${update_id}` : String(message_id),
    text: readableText(message),
    replied_to: quote?.text ?? (reply_to_message && textOf(reply_to_message)),
    files: file ? [file] : [],
    is_opening: isOpening(message),
  }
}

/** `/start`, which the button in a new chat sends, and `/help`. */
const isOpening = ({ text = '' }: MsgrMessage): boolean => /^\/(start|help)(@\w+)?(\s|$)/.test(text)
