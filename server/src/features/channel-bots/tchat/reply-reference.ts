import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { saveTeamsMeta } from '../../conversations/save-teams-meta.ts'
import type { ConversationRow } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { BotContext } from '../context.ts'
import { type ChannelChatRow, type ChannelUpdateRow, channelChats } from '../table.ts'
import { TchatActivity } from './activity.ts'
import type { TchatTarget } from './connector-api.ts'
import { conversationIdOf, scopeOf } from './read-activity.ts'

/** What is needed to write into a chat unasked, as it is stored with the chat. */
const ReplyReference = z.object({
  service_url: z.string(),
  /** What the bot is called there: the recipient of what was written to it. */
  recipient_id: z.string(),
  scope: z.enum(['personal', 'group', 'channel']),
  /** Of a channel; Graph knows the team by its group. */
  team_id: z.string().optional(),
  group_id: z.string().optional(),
})
export type ReplyReference = z.infer<typeof ReplyReference>

/** The same for anyone who reads the conversation, as the contract names it. */
export async function saveReference(
  ctx: BotContext,
  conversation: ConversationRow,
  updates: readonly ChannelUpdateRow[],
): Promise<void> {
  const activity = TchatActivity.parse(updates.at(-1)?.body)
  const { service_url, recipient_id, scope } = replyReferenceOf(activity)
  const meta = { service_url, recipient_id, ...(scope !== 'personal' && { addressed_to_bot: true }) }
  if (!isDeepStrictEqual(conversation.ms_teams_meta, meta)) await saveTeamsMeta(ctx, conversation.id, meta)
}

export function replyReferenceOf(activity: TchatActivity): ReplyReference {
  const { serviceUrl: service_url, recipient, channelData } = activity
  const { id: team_id, aadGroupId: group_id } = channelData?.team ?? {}
  return {
    service_url,
    recipient_id: recipient.id,
    scope: scopeOf(activity),
    ...(team_id !== undefined && { team_id }),
    ...(group_id !== undefined && { group_id }),
  }
}

/** Where an activity came from; in a channel that is its thread. */
export const targetOfActivity = ({ serviceUrl, conversation, recipient }: TchatActivity): TchatTarget => ({
  service_url: serviceUrl,
  conversation_id: conversation.id,
  bot_account_id: recipient.id,
})

export const targetOf = (
  { service_url, recipient_id }: ReplyReference,
  chat_id: string,
  thread_id: string | null = null,
): TchatTarget => ({
  service_url,
  conversation_id: conversationIdOf(chat_id, thread_id),
  bot_account_id: recipient_id,
})

/** The chat of a conversation with the reference for writing to it; null if nobody has written to the bot there. */
export async function findReplyReference(
  ctx: OrgContext,
  employee_id: string,
  chat_id: string,
): Promise<{ chat: { id: string; chat_id: string }; reference: ReplyReference } | null> {
  const [chat] = await ctx.db
    .select({ id: channelChats.id, chat_id: channelChats.chat_id, platform_data: channelChats.platform_data })
    .from(channelChats)
    .where(
      and(
        eq(channelChats.organization_id, ctx.organization.id),
        eq(channelChats.employee_id, employee_id),
        eq(channelChats.channel, 'tchat'),
        eq(channelChats.chat_id, chat_id),
      ),
    )
  const reference = chat && readReplyReference(chat)
  return reference ? { chat, reference } : null
}

/** How a chat is written to unasked; null if nobody has written to the bot there. */
export const readReplyReference = ({ platform_data }: Pick<ChannelChatRow, 'platform_data'>): ReplyReference | null =>
  ReplyReference.safeParse(platform_data).data ?? null
