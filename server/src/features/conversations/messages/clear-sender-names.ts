import { and, eq, inArray } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { messages } from '../table.ts'

/** Messages of these contacts in group chats of others stay, without the names. */
export async function clearSenderNames(ctx: OrgContext, contact_channel_ids: string[]): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ sender_name: null })
    .where(
      and(eq(messages.organization_id, ctx.organization.id), inArray(messages.contact_channel_id, contact_channel_ids)),
    )
}
