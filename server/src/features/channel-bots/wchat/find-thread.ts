import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { type ChannelUpdateRow, channelChats, channelUpdates } from '../table.ts'

/**
 * The update of a chat that was processed last, while it is remembered (a week): what is written now is about it. `before` is the
 * message that was written then, so that each attempt to deliver it finds the same thread.
 */
export async function findLatestUpdate(
  ctx: OrgContext,
  { employee_id, chat_id, before }: { employee_id: string; chat_id: string; before?: string },
): Promise<Pick<ChannelUpdateRow, 'thread_id'> | null> {
  const [latest] = await ctx.db
    .select({ thread_id: channelUpdates.thread_id })
    .from(channelUpdates)
    .innerJoin(channelChats, eq(channelChats.id, channelUpdates.chat_id))
    .where(
      and(
        eq(channelChats.organization_id, ctx.organization.id),
        eq(channelChats.employee_id, employee_id),
        eq(channelChats.channel, 'wchat'),
        eq(channelChats.chat_id, chat_id),
        gt(channelUpdates.attempts, 0),
        before === undefined ? undefined : lt(channelUpdates.id, before),
      ),
    )
    .orderBy(desc(channelUpdates.id))
    .limit(1)
  return latest ?? null
}
