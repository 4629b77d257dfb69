import type { Notice } from '../bots/define-platform.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow } from '../table.ts'
import { sendMessage } from './msgr-api.ts'
import { targetOf } from './read-update.ts'

export async function sendNotice(
  ctx: BotContext,
  chat: ChannelChatRow,
  { text, about, is_reply }: Notice,
): Promise<void> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(ctx.bot.token_sealed)
  const replied = is_reply ? about[0]?.platform_message_id : null
  const answer = await sendMessage(config, token, {
    ...targetOf(chat.chat_id),
    text,
    ...(replied && { reply_to_message_id: Number(replied) }),
  })
  if (answer.outcome !== 'granted') ctx.log.warn({ answer, chat_id: chat.id }, 'a notice could not be sent')
}
