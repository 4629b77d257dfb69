import { and, eq } from 'drizzle-orm'
import { changeExternalId } from '../../conversations/change-external-id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { announceChat } from '../bots/announce-chat.ts'
import type { BotChannel } from '../bots/find-bot.ts'
import { channelChats, channelUpdates } from '../table.ts'

/** A group that became a supergroup continues under another id, with its conversation and status. */
export function moveChat(
  ctx: OrgContext,
  teammate: TeammateRow,
  channel: BotChannel,
  from: string,
  to: string,
): Promise<void> {
  const { id: employee_id } = teammate
  const of = (chat_id: string) =>
    and(eq(channelChats.employee_id, employee_id), eq(channelChats.channel, channel), eq(channelChats.chat_id, chat_id))
  return ctx.transaction(async (ctx) => {
    // Locked, so that no update is added while updates are moved.
    const [known] = await ctx.db.select().from(channelChats).where(of(from)).for('update')
    // The new id may have been registered already, with pending updates.
    const [there] = known
      ? await ctx.db.update(channelChats).set({ status: known.status }).where(of(to)).returning()
      : []
    if (known && there) {
      await ctx.db.update(channelUpdates).set({ chat_id: there.id }).where(eq(channelUpdates.chat_id, known.id))
      await ctx.db.delete(channelChats).where(of(from))
    }
    const [moved] =
      known && !there ? await ctx.db.update(channelChats).set({ chat_id: to }).where(of(from)).returning() : []
    const row = there ?? moved
    if (row) await announceChat(ctx, teammate, row)
    // An update that was being processed during the move has opened a conversation under the former id.
    await changeExternalId(ctx, { employee_id, channel, from, to })
  })
}
