import { eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { contactChannels } from './table.ts'

/** The contact's next message belongs in this conversation when it names none. */
export async function makeCurrent(
  ctx: OrgContext,
  { id, current_conversation_id }: { id: string; current_conversation_id: string },
): Promise<void> {
  await ctx.db.update(contactChannels).set({ current_conversation_id }).where(eq(contactChannels.id, id))
}
