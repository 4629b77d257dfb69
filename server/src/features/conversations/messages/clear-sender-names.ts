import { and, eq, inArray } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { messages } from '../table.ts'

/** What these contacts wrote in a group chat of others stays there, without their names. */
export async function clearSenderNames(ctx: OrgContext, contact_channel_ids: string[]): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ sender_name: null })
    .where(
      and(eq(messages.organization_id, ctx.organization.id), inArray(messages.contact_channel_id, contact_channel_ids)),
    )
}
