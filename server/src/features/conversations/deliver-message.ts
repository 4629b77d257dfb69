import { and, eq, type SQL, sql } from 'drizzle-orm'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import { contactChannels } from '../contacts/table.ts'
import { organizations } from '../organizations/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import { deliveringChannel, UndeliverableError } from './define-channel.ts'
import { attachments, conversations, type MessageDeliveryRow, messageDeliveries, messages } from './table.ts'

const BATCH = 20
const MOST_ATTEMPTS = 12
const FIRST_RETRY_SECONDS = 2
const LONGEST_RETRY_SECONDS = 3600
/** How long after its timeout an attempt counts as lost with its process. */
const GRACE_SECONDS = 5

type Claimed = Pick<MessageDeliveryRow, 'message_id' | 'conversation_id' | 'channel' | 'attempts'>

/** Delivers one message at once, so that it need not wait for the sweep, which does it otherwise. */
export function deliverSoon(ctx: Context, message_id: string): void {
  if (!ctx.ports.is_worker) return
  deliver(ctx, eq(messageDeliveries.message_id, message_id)).catch((error) =>
    ctx.log.error({ err: error, message_id }, 'a message could not be delivered'),
  )
}

/** Delivers what is due. Bears being done by several processes at once. */
export const deliverDue = (ctx: Context): Promise<void> => deliver(ctx, sql`true`)

async function deliver(ctx: Context, which: SQL): Promise<void> {
  const claimed = await claim(ctx, which)
  await Promise.all(claimed.map((delivery) => attempt(ctx, delivery)))
}

/**
 * Takes deliveries that are due, and counts the attempt. Of a conversation the oldest is delivered first, because the
 * other side reads in the order of arrival. An attempt whose process dies is due again after its timeout.
 */
async function claim(ctx: Context, which: SQL): Promise<Claimed[]> {
  const lost_at = new Date(ctx.now().getTime() + (ctx.ports.config.DELIVERY_TIMEOUT + GRACE_SECONDS) * 1000)
  const { rows } = await ctx.db.execute<Claimed>(sql`
    update ${messageDeliveries} set attempts = attempts + 1, next_attempt_at = ${lost_at.toISOString()}
    where message_id in (
      select message_id from ${messageDeliveries}
      where state = 'pending' and next_attempt_at <= ${ctx.now().toISOString()} and ${which} and not exists (
        select 1 from ${messageDeliveries} as earlier
        where earlier.conversation_id = message_deliveries.conversation_id and earlier.state = 'pending'
          and earlier.message_id < message_deliveries.message_id)
      order by next_attempt_at limit ${BATCH} for update skip locked)
    returning message_id, conversation_id, channel, attempts`)
  return rows
}

async function attempt(ctx: Context, delivery: Claimed): Promise<void> {
  try {
    await send(ctx, delivery)
  } catch (error) {
    ctx.log.warn({ err: error, message_id: delivery.message_id, attempt: delivery.attempts }, 'a delivery failed')
    return recordFailure(ctx, delivery, error)
  }
  await ctx.db
    .update(messageDeliveries)
    .set({ state: 'delivered', delivered_at: ctx.now(), last_error: null, next_attempt_at: null })
    .where(eq(messageDeliveries.message_id, delivery.message_id))
  await deliverNext(ctx, delivery)
}

async function send(ctx: Context, { message_id, channel }: Claimed): Promise<void> {
  const deliver = deliveringChannel(channel)?.deliver
  if (!deliver) throw new Error(`This server has no channel ${channel}`)
  const [found] = await ctx.db
    .select({
      message: messages,
      conversation: conversations,
      contact_channel: contactChannels,
      teammate: aiEmployees,
      organization: organizations,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(organizations, eq(organizations.id, messages.organization_id))
    .where(eq(messages.id, message_id))
  if (!found || found.message.deleted_at) throw new UndeliverableError('The message was deleted')
  const { organization, ...content } = found
  const files = await ctx.db
    .select()
    .from(attachments)
    .where(and(eq(attachments.organization_id, organization.id), eq(attachments.message_id, message_id)))
  const signal = AbortSignal.timeout(ctx.ports.config.DELIVERY_TIMEOUT * 1000)
  const work = deliver(widen(ctx, { organization }), {
    ...content,
    attachments: files,
    idempotency_key: message_id,
    signal,
  })
  await Promise.race([work, aborted(signal)])
}

/** Rejects with the signal: a channel that does not heed it is not waited for. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

/** Another attempt that has succeeded meanwhile counts; so does a newer one that is under way. */
async function recordFailure(ctx: Context, { message_id, attempts }: Claimed, error: unknown): Promise<void> {
  const isLast = error instanceof UndeliverableError || attempts >= MOST_ATTEMPTS
  const wait = Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (attempts - 1))
  await ctx.db
    .update(messageDeliveries)
    .set({
      state: isLast ? 'failed' : 'pending',
      last_error: error instanceof Error ? error.message : String(error),
      next_attempt_at: isLast ? null : new Date(ctx.now().getTime() + wait * 1000),
    })
    .where(
      and(
        eq(messageDeliveries.message_id, message_id),
        eq(messageDeliveries.state, 'pending'),
        eq(messageDeliveries.attempts, attempts),
      ),
    )
}

/** What waited for its turn in the conversation is due now. */
async function deliverNext(ctx: Context, { conversation_id }: Claimed): Promise<void> {
  await deliver(ctx, sql`${messageDeliveries.conversation_id} = ${conversation_id}`)
}
