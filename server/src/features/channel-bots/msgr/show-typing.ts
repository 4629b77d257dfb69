import type { ConversationParties } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findBotOfConversation } from '../bots/find-bot-of-conversation.ts'
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
  _parties: ConversationParties,
  ended: AbortSignal,
): Promise<void> {
  const { config, cipher } = ctx.ports
  const found = await findBotOfConversation(ctx, conversation_id)
  if (found?.bot?.status !== 'active') return
  const token = cipher.decrypt(found.bot.token_sealed)
  const target = targetOf(found.chat.chat_id)
  await showRepeatedly(ended, INTERVAL_MS, (signal) => sendChatAction(config, token, target, signal))
}
