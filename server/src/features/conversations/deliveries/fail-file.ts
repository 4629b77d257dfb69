import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { PreparationError } from '../define-channel.ts'
import { type MessageRow, messages } from '../table.ts'

/**
 * A generated message that is nothing but a file and was not delivered has failed, and so has one that could not be prepared:
 * the rules are the contract's.
 */
export async function failFile(ctx: OrgContext, { id, role, content }: MessageRow, reason: unknown): Promise<void> {
  if (role !== 'ai' || (content !== '' && !(reason instanceof PreparationError))) return
  const error = reason instanceof Error ? reason.message : String(reason)
  await ctx.db
    .update(messages)
    .set({ status: 'failed', error })
    .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, id)))
}
