import { desc, eq } from 'drizzle-orm'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findBotOfConversation } from '../bots/find-bot-of-conversation.ts'
import { showRepeatedly } from '../bots/show-repeatedly.ts'
import { channelThreads } from '../table.ts'
import { callerOf } from './bot-caller.ts'
import { sendActivity } from './connector-api.ts'
import { readReplyReference, targetOf } from './reply-reference.ts'

/** Teams shows it for some seconds, and allows 60 activities of a bot in a conversation within 30 s. */
const INTERVAL_MS = 4000

/** Shows in the chat that the teammate is typing, until the signal ends. */
export async function showTyping(
  ctx: OrgContext,
  conversation_id: string,
  _parties: ConversationParties,
  ended: AbortSignal,
): Promise<void> {
  const { chat, bot } = (await findBotOfConversation(ctx, conversation_id)) ?? {}
  const reference = chat && readReplyReference(chat)
  if (!reference || bot?.status !== 'active') return
  const thread_id = reference.scope === 'channel' ? await latestThread(ctx, chat.id) : null
  const target = targetOf(reference, chat.chat_id, thread_id)
  await showRepeatedly(ended, INTERVAL_MS, (signal) =>
    sendActivity(callerOf(ctx, bot, signal), target, { type: 'typing' }),
  )
}

async function latestThread(ctx: OrgContext, chat_id: string): Promise<string | null> {
  const [thread] = await ctx.db
    .select({ thread_id: channelThreads.thread_id })
    .from(channelThreads)
    .where(eq(channelThreads.chat_id, chat_id))
    .orderBy(desc(channelThreads.last_seen_at))
    .limit(1)
  return thread?.thread_id ?? null
}
