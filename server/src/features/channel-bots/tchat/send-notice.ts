import type { Notice } from '../bots/define-platform.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import { TchatActivity } from './activity.ts'
import { callerOf } from './bot-caller.ts'
import { type OutgoingActivity, sendActivity } from './connector-api.ts'
import { targetOfActivity } from './reply-reference.ts'

export async function sendNotice(ctx: BotContext, chat: ChannelChatRow, { text, about }: Notice): Promise<void> {
  const answer = await sendBack(ctx, about, { type: 'message', text, textFormat: 'plain' })
  if (answer?.outcome !== 'granted') ctx.log.warn({ answer, chat_id: chat.id }, 'a notice could not be sent')
}

/** Files and speech take their time; people see that the bot is at work meanwhile. */
export async function showTypingOnce(
  ctx: BotContext,
  _chat: ChannelChatRow,
  updates: readonly ChannelUpdateRow[],
): Promise<void> {
  await sendBack(ctx, updates, { type: 'typing' })
}

async function sendBack(ctx: BotContext, [first]: readonly ChannelUpdateRow[], activity: OutgoingActivity) {
  if (!first) return null
  return sendActivity(callerOf(ctx, ctx.bot), targetOfActivity(TchatActivity.parse(first.body)), activity)
}
