import { and, eq } from 'drizzle-orm'
import type { ChatStatus } from '#contracts/bot-chats.ts'
import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { chatUpdated } from '../audit-actions.ts'
import { chatName } from '../present.ts'
import { type ChannelChatRow, channelChats } from '../table.ts'
import { announceChat } from './announce-chat.ts'
import type { BotChannel } from './find-bot.ts'

/** Whether the teammate answers in a chat. */
export function setChatStatus(
  ctx: TeammateContext,
  channel: BotChannel,
  id: string,
  status: ChatStatus,
): Promise<ChannelChatRow> {
  const { teammate, organization } = ctx
  const meant = and(
    eq(channelChats.organization_id, organization.id),
    eq(channelChats.employee_id, teammate.id),
    eq(channelChats.channel, channel),
    eq(channelChats.id, id),
  )
  return ctx.transaction(async (ctx) => {
    const [before] = await ctx.db.select().from(channelChats).where(meant).for('update')
    if (!before) throw new AppError('not_found', 'Chat not found')
    const isSame = before.status === status
    if (isSame && before.reviewed_at !== null) return before
    const [row] = await ctx.db.update(channelChats).set({ status, reviewed_at: ctx.now() }).where(meant).returning()
    if (!row) throw new AppError('not_found', 'Chat not found')
    await announceChat(ctx, teammate, row)
    if (isSame) return row
    const subject = { type: 'channel_chat', id, name: chatName(row) ?? row.chat_id }
    await ctx.record(chatUpdated, { subject, before: { status: before.status }, after: { status } })
    return row
  })
}
