import type { Notice } from '../bots/define-platform.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow } from '../table.ts'
import { recordRefusal } from './check-bot.ts'
import { postText } from './slack-api.ts'

/** In the thread of what it is about, where there is one. */
export async function sendNotice(ctx: BotContext, chat: ChannelChatRow, { text, about }: Notice): Promise<void> {
  const { config, cipher } = ctx.ports
  const thread_ts = about[0]?.thread_id ?? undefined
  const target = { channel: chat.chat_id, thread_ts }
  const answer = await postText(config, cipher.decrypt(ctx.bot.token_sealed), { ...target, text })
  if (answer.outcome === 'granted') return
  ctx.log.warn({ answer, chat_id: chat.id }, 'a notice could not be sent')
  await recordRefusal(ctx, ctx.teammate, ctx.bot, answer)
}
