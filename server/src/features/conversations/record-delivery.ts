import { and, eq, sql } from 'drizzle-orm'
import { backoffSeconds } from '#platform/backoff.ts'
import type { Context } from '#platform/context.ts'
import { NotYetDeliverableError, UndeliverableError } from './define-channel.ts'
import { type MessageDeliveryRow, messageDeliveries } from './table.ts'

const MAX_ATTEMPTS = 12

type Tried = Pick<MessageDeliveryRow, 'message_id' | 'attempts'>

const over = { holder: null, next_attempt_at: null }

/** Whether that changed anything: the message had been withdrawn, or given up, while it was on its way. */
export async function recordSuccess(ctx: Context, { message_id }: Tried): Promise<boolean> {
  const delivered = { ...over, state: 'delivered', delivered_at: ctx.now(), last_error: null } as const
  const own = eq(messageDeliveries.message_id, message_id)
  const expected = await ctx.db
    .update(messageDeliveries)
    .set(delivered)
    .where(and(own, eq(messageDeliveries.state, 'pending')))
    .returning({ message_id: messageDeliveries.message_id })
  if (expected.length > 0) return false
  await ctx.db
    .update(messageDeliveries)
    .set({ ...delivered, withdrawn_because: null })
    .where(own)
  return true
}

/**
 * Whether the message is given up with it. Another attempt that has succeeded meanwhile counts; so does a newer one that is
 * under way. What was withdrawn meanwhile stays so.
 */
export async function recordFailure(ctx: Context, tried: Tried, error: unknown): Promise<boolean> {
  const { attempts } = tried
  const isLast = error instanceof UndeliverableError || attempts >= MAX_ATTEMPTS
  const backoff = backoffSeconds(attempts)
  const wait = error instanceof NotYetDeliverableError ? Math.max(backoff, error.after_seconds) : backoff
  const last_error = error instanceof Error ? error.message : String(error)
  const [failed] = await ctx.db
    .update(messageDeliveries)
    .set({
      ...over,
      state: isLast ? 'failed' : 'pending',
      last_error,
      next_attempt_at: isLast ? null : new Date(ctx.now().getTime() + wait * 1000),
    })
    .where(and(thisAttempt(tried), eq(messageDeliveries.state, 'pending')))
    .returning({ state: messageDeliveries.state })
  if (failed) return failed.state === 'failed'
  await ctx.db
    .update(messageDeliveries)
    .set({ ...over, last_error })
    .where(and(thisAttempt(tried), eq(messageDeliveries.state, 'withdrawn')))
  return false
}

/** The message was withdrawn before the attempt began. */
export async function recordUnbegun(ctx: Context, tried: Tried): Promise<void> {
  await ctx.db
    .update(messageDeliveries)
    .set({ ...over, attempts: sql`${messageDeliveries.attempts} - 1` })
    .where(and(thisAttempt(tried), eq(messageDeliveries.state, 'withdrawn')))
}

/** The row, as long as no newer attempt has claimed it. */
export const thisAttempt = ({ message_id, attempts }: Tried) =>
  and(eq(messageDeliveries.message_id, message_id), eq(messageDeliveries.attempts, attempts))
