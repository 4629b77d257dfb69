import { and, asc, eq } from 'drizzle-orm'
import type { Delivery } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { runs } from '../../runs/table.ts'
import { type ChannelUpdateRow, channelUpdates } from '../table.ts'

/** The update that a teammate's answer is for, while it is stored (a week); null for messages that answer none. */
export async function findAnsweredUpdate(
  ctx: OrgContext,
  { message }: Pick<Delivery, 'message'>,
): Promise<Pick<ChannelUpdateRow, 'platform_message_id' | 'thread_id'> | null> {
  if (message.role !== 'ai' || message.run_id === null) return null
  const [asked] = await ctx.db
    .select({ platform_message_id: channelUpdates.platform_message_id, thread_id: channelUpdates.thread_id })
    .from(channelUpdates)
    .innerJoin(runs, eq(runs.message_id, channelUpdates.message_id))
    .where(and(eq(runs.id, message.run_id), eq(channelUpdates.organization_id, ctx.organization.id)))
    .orderBy(asc(channelUpdates.id))
    .limit(1)
  return asked ?? null
}
