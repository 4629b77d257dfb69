import { extendContext } from '#platform/bus/create-context.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { showRepeatedly } from '../bots/show-repeatedly.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import { findLatestUpdate } from './find-thread.ts'
import { findBotOfChat } from './organization/find-bot.ts'
import { setStatus } from './slack-api.ts'

const STATUS = 'is typing…'
/** Slack shows it for two minutes. */
const INTERVAL_MS = 90_000

/** While files are fetched, before a run begins. Threads alone have a status. */
export async function showStatusOnce(
  ctx: BotContext,
  { chat_id: channel }: ChannelChatRow,
  [first]: readonly ChannelUpdateRow[],
): Promise<void> {
  const { config, cipher } = ctx.ports
  const thread_ts = first?.thread_id
  if (thread_ts) await setStatus(config, cipher.decrypt(ctx.bot.token_sealed), { channel, thread_ts, status: STATUS })
}

/** Shows in the thread that the teammate is at work, until the signal ends; a reply would end it too, but not every run replies. */
export async function showStatus(
  ctx: OrgContext,
  conversation_id: string,
  { teammate }: ConversationParties,
  ended: AbortSignal,
): Promise<void> {
  const { config, cipher } = ctx.ports
  const found = await findBotOfChat(extendContext(ctx, { teammate }), conversation_id)
  if (!found) return
  const { channel, bot } = found
  const latest = await findLatestUpdate(ctx, { employee_id: teammate.id, chat_id: channel })
  const thread_ts = latest?.thread_id
  if (!thread_ts) return
  const token = cipher.decrypt(bot.token_sealed)
  const show = (status: string, until?: AbortSignal) => setStatus(config, token, { channel, thread_ts, status }, until)
  if (await showRepeatedly(ended, INTERVAL_MS, (signal) => show(STATUS, signal))) await show('')
}
