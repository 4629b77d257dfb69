import type { ConversationParties } from '../../conversations/define-channel.ts'
import { readConversation } from '../../conversations/read-conversation.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findBot } from '../bots/find-bot.ts'
import { showRepeatedly } from '../bots/show-repeatedly.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow } from '../table.ts'
import { sendChatAction } from './msgr-api.ts'
import { targetOf } from './read-update.ts'

/** The platform shows it for five seconds. */
const INTERVAL_MS = 4000

export async function showTypingOnce(ctx: BotContext, chat: ChannelChatRow): Promise<void> {
  const { config, cipher } = ctx.ports
  await sendChatAction(config, cipher.decrypt(ctx.bot.token_sealed), targetOf(chat.chat_id))
}

/** Shows in the chat that the teammate is typing, until the signal ends. */
export async function showTyping(
  ctx: OrgContext,
  conversation_id: string,
  { teammate }: ConversationParties,
  ended: AbortSignal,
): Promise<void> {
  const { config, cipher } = ctx.ports
  const [found, bot] = await Promise.all([readConversation(ctx, conversation_id), findBot(ctx, teammate.id, 'msgr')])
  const chat_id = found?.conversation.external_id
  if (!chat_id || bot?.status !== 'active') return
  const token = cipher.decrypt(bot.token_sealed)
  await showRepeatedly(ended, INTERVAL_MS, (signal) => sendChatAction(config, token, targetOf(chat_id), signal))
}
