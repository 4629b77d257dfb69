import { and, eq, sql } from 'drizzle-orm'
import { backoffSeconds } from '#platform/backoff.ts'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { NotYetDeliverableError, UndeliverableError } from '../define-channel.ts'
import { type MessageDeliveryRow, messageDeliveries } from '../table.ts'

const MAX_ATTEMPTS = 12

type Tried = Pick<MessageDeliveryRow, 'message_id' | 'attempts'>

const over = { holder: null, next_attempt_at: null }

/** Records that a message was delivered, where it was not withdrawn or given up meanwhile. */
const succeed = defineStatement(
  'record_delivered',
  { message_id: 'uuid', parts_sent: 'int', now: 'timestamptz' },
  (p) => sql`
    update ${messageDeliveries} set part_begun = false, parts_sent = ${p.parts_sent}, holder = null, next_attempt_at = null, state = 'delivered', delivered_at = ${p.now},
      last_error = null
    where message_id = ${p.message_id} and state = 'pending' returning message_id`,
)

/** Whether that changed anything: the message had been withdrawn, or given up, while it was on its way. */
export async function recordSuccess(
  ctx: Context,
  { message_id, parts_sent }: Pick<MessageDeliveryRow, 'message_id' | 'parts_sent'>,
): Promise<boolean> {
  const now = ctx.now()
  const expected = await succeed(ctx.db, { message_id, parts_sent, now })
  if (expected.length > 0) return false
  const delivered = {
    ...over,
    part_begun: false,
    parts_sent,
    state: 'delivered',
    delivered_at: now,
    last_error: null,
  } as const
  await ctx.db
    .update(messageDeliveries)
    .set({ ...delivered, withdrawn_because: null })
    .where(eq(messageDeliveries.message_id, message_id))
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
const thisAttempt = ({ message_id, attempts }: Tried) =>
  and(eq(messageDeliveries.message_id, message_id), eq(messageDeliveries.attempts, attempts))
