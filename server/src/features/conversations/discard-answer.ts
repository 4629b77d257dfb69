import { eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { messages } from './table.ts'

/** An answer that is not to be published: nobody sees it, and it is not in progress for ever. */
export async function discardAnswer(ctx: OrgContext, id: string, at: Date): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ status: 'completed', is_stopped: true, waiting_since: null, completed_at: at, deleted_at: at })
    .where(eq(messages.id, id))
}
