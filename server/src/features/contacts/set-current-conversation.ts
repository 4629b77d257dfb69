import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { contactChannels } from './table.ts'

type Current = { id: string; current_conversation_id: string }

/** A message that names no conversation belongs in the current one: makes this the current one. */
export async function setCurrentConversation(ctx: OrgContext, { id, current_conversation_id }: Current): Promise<void> {
  await ctx.db.update(contactChannels).set({ current_conversation_id }).where(eq(contactChannels.id, id))
}

/** Makes no conversation the current one; changes nothing where another one is. */
export async function clearCurrentConversation(
  ctx: OrgContext,
  { id, current_conversation_id }: Current,
): Promise<void> {
  await ctx.db
    .update(contactChannels)
    .set({ current_conversation_id: null })
    .where(and(eq(contactChannels.id, id), eq(contactChannels.current_conversation_id, current_conversation_id)))
}
