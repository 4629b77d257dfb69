import type { BotContext } from '../context.ts'
import type { ChannelChatRow } from '../table.ts'
import { sendMessage } from './msgr-api.ts'
import { targetOf } from './read-update.ts'

/** What the bot says by itself is no part of the conversation, and is not tried again. */
export async function say(
  ctx: BotContext,
  chat: ChannelChatRow,
  text: string,
  reply_to_message_id?: number,
): Promise<void> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(ctx.bot.token_sealed)
  const answer = await sendMessage(config, token, { ...targetOf(chat.chat_id), text, reply_to_message_id })
  if (answer.outcome !== 'granted') ctx.log.warn({ answer, chat_id: chat.id }, 'a notice could not be sent')
}
