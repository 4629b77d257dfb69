import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { contactChannels } from './table.ts'

type Current = { id: string; current_conversation_id: string }

/** The contact's next message belongs in this conversation when it names none. */
export async function makeCurrent(ctx: OrgContext, { id, current_conversation_id }: Current): Promise<void> {
  await ctx.db.update(contactChannels).set({ current_conversation_id }).where(eq(contactChannels.id, id))
}

/** The contact's next message belongs elsewhere; nothing changes where this was not the current conversation. */
export async function clearCurrent(ctx: OrgContext, { id, current_conversation_id }: Current): Promise<void> {
  await ctx.db
    .update(contactChannels)
    .set({ current_conversation_id: null })
    .where(and(eq(contactChannels.id, id), eq(contactChannels.current_conversation_id, current_conversation_id)))
}
