import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { createBackgroundWork } from '#platform/background-work.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { hasRow } from '#platform/db/has-row.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { defineStatement, type ParametersOf } from '#platform/db/statement.ts'
import { unflushed } from '#platform/db/unflushed.ts'
import { processId } from '#platform/process-id.ts'
import { contactChannels } from '../../contacts/table.ts'
import { organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { channelOf, type Delivery, deliveringChannel, UndeliverableError } from '../define-channel.ts'
import type { deliveryDue } from '../events.ts'
import {
  attachments,
  conversations,
  type MessageDeliveryRow,
  type MessageRow,
  messageDeliveries,
  messages,
} from '../table.ts'
import { announceDelivery } from './announce-delivery.ts'
import { type Attempt, enterAttempt } from './delivery-attempts.ts'
import { lostAt, openDeadline } from './delivery-deadline.ts'
import { partsOf } from './delivery-parts.ts'
import { failFile } from './fail-file.ts'
import { recordFailure, recordSuccess, recordUnbegun } from './record-delivery.ts'

const BATCH_SIZE = 20

const delivering = createBackgroundWork()

export type Claimed = Pick<
  MessageDeliveryRow,
  'message_id' | 'conversation_id' | 'channel' | 'attempts' | 'parts_sent' | 'part_begun' | 'last_error'
>

const claimParameters = { now: 'timestamptz', lost_at: 'timestamptz', holder: 'uuid' } as const

type ClaimParameters = { readonly [Name in keyof typeof claimParameters]: SQL }

/**
 * Claims deliveries that are due, and counts the attempt. Of a conversation the oldest is delivered first, because the
 * other side reads in the order of arrival; one that was withdrawn while it was tried is waited for too. An attempt whose
 * process dies is due again after its timeout. Flushed with the beginning of the first part.
 */
const claimOf = (p: ClaimParameters, which: SQL): SQL<Claimed> => sql<Claimed>`
  update ${messageDeliveries} set attempts = attempts + 1, next_attempt_at = ${p.lost_at}, holder = ${p.holder}
  where ${unflushed} and message_id in (
    select message_id from ${messageDeliveries}
    where state = 'pending' and next_attempt_at <= ${p.now} and ${which} and not exists (
      select 1 from ${messageDeliveries} as earlier
      where earlier.conversation_id = message_deliveries.conversation_id and earlier.next_attempt_at is not null
        and (earlier.state = 'pending' or earlier.next_attempt_at > ${p.now})
        and earlier.message_id < message_deliveries.message_id)
    order by next_attempt_at limit ${sql.raw(String(BATCH_SIZE))} for update skip locked)
  returning message_id, conversation_id, channel, attempts, parts_sent, part_begun, last_error`

/**
 * Claims whatever is due, for the sweep. Without a name, so that it is planned each time: the length of its index changes.
 */
const claimDue = defineStatement('', claimParameters, (p) => claimOf(p, sql`true`))
/** Claims one message, right after it was written. */
const claimOne = defineStatement('claim_delivery', { ...claimParameters, message_id: 'uuid' }, (p) =>
  claimOf(p, sql`message_id = ${p.message_id}`),
)
/** Claims the next message of a conversation, once an earlier one was delivered. */
const claimNext = defineStatement('claim_next_delivery', { ...claimParameters, conversation_id: 'uuid' }, (p) =>
  claimOf(p, sql`conversation_id = ${p.conversation_id}`),
)

function claimValues(ctx: Context): ParametersOf<typeof claimParameters> {
  return { now: ctx.now(), lost_at: lostAt(ctx, ctx.ports.config.DELIVERY_TIMEOUT * 1000), holder: processId }
}

/** Delivers one message immediately, so that it need not wait for the sweep, which does it otherwise. */
export async function deliverSoon(ctx: Context, due: z.infer<typeof deliveryDue.schema>): Promise<void> {
  const { message_id } = due
  if (!ctx.ports.is_worker) return
  const deliverOne = () =>
    attempt(
      ctx,
      message_id,
      claimOne(ctx.db, { ...claimValues(ctx), message_id }).then(([claimed]) => claimed),
    )
  delivering
    .run(ctx, deliverOne)
    .catch((error) => ctx.log.error({ err: error, ...due }, 'a message could not be delivered'))
}

/** Delivers what is due. Safe to call from several processes at once. */
export const deliverDue = (ctx: Context): Promise<void> =>
  delivering.run(ctx, () => deliver(ctx, claimDue(ctx.db, claimValues(ctx))))

/**
 * Starts no more attempts and waits for those in progress: an attempt whose outcome is not recorded cannot be repeated
 * safely.
 */
export const stopDelivering = (ctx: Context): Promise<void> => delivering.stop(ctx)

async function deliver(ctx: Context, claiming: Promise<Claimed[]>): Promise<void> {
  const claimed = await claiming
  await Promise.all(claimed.map((delivery) => attempt(ctx, delivery.message_id, Promise.resolve(delivery))))
}

async function attempt(ctx: Context, message_id: string, claiming: Promise<Claimed | undefined>): Promise<void> {
  const claimed = await tryOnce(ctx, message_id, claiming)
  if (!claimed || delivering.isStopped(ctx)) return
  // The next message of the conversation waited for this one.
  const { conversation_id } = claimed
  await deliver(ctx, claimNext(ctx.db, { ...claimValues(ctx), conversation_id }))
}

/** Undefined where it could not be claimed. */
async function tryOnce(
  ctx: Context,
  message_id: string,
  claiming: Promise<Claimed | undefined>,
): Promise<Claimed | undefined> {
  // Registered before the row is claimed and read, so that a takeover either finds this attempt and waits for it, or has
  // marked the row.
  using attempt = enterAttempt(message_id)
  // What was just written can nearly always be claimed, so it is read meanwhile.
  const [claimed, found] = await Promise.all([claiming, findClaimed(ctx, message_id)])
  if (claimed && found) await deliverFound(ctx, claimed, found, attempt)
  return claimed
}

async function deliverFound(ctx: Context, claimed: Claimed, found: Found, attempt: Attempt): Promise<void> {
  const { state, organization, ...content } = found
  if (attempt.isUnwanted || state === 'withdrawn') return await recordUnbegun(ctx, claimed)
  const orgCtx = extendContext(ctx, { organization })
  const { teammate, conversation, contact_channel, message } = content
  const announce = () =>
    announceDelivery(orgCtx, message.id, { teammate, contact_channel, channel: channelOf(conversation) })
  using deadline = openDeadline(ctx, ctx.ports.config.DELIVERY_TIMEOUT * 1000)
  const parts = partsOf(ctx, claimed, deadline)
  try {
    await send(orgCtx, claimed, { ...content, idempotency_key: message.id, parts, signal: deadline.signal })
  } catch (error) {
    const place = { channel: conversation.channel, message_id: message.id }
    orgCtx.log.warn({ err: error, ...place, attempt: claimed.attempts }, 'a delivery failed')
    await parts.close()
    const isGivenUp = await orgCtx.transaction(async (ctx) => {
      if (!(await recordFailure(ctx, claimed, error))) return false
      await failFile(ctx, message, error)
      return true
    })
    // Operators are shown the first failure and the final one, not those in between.
    if (isGivenUp || claimed.last_error === null) await announce()
    return
  }
  const isOtherThanShown = await recordSuccess(ctx, { ...claimed, parts_sent: parts.sent })
  if (isOtherThanShown || claimed.attempts > 1) await announce()
}

/** A claimed delivery with everything that a channel needs, in one round trip because each attempt reads it. */
const claimedById = definePrepared((db) =>
  db
    .select({
      state: messageDeliveries.state,
      message: messages,
      conversation: conversations,
      contact_channel: contactChannels,
      teammate: aiEmployees,
      organization: organizations,
      has_files: hasRow(
        sql`select from ${attachments} where ${attachments.organization_id} = ${messages.organization_id} and ${attachments.message_id} = ${messages.id}`,
      ),
    })
    .from(messageDeliveries)
    .innerJoin(messages, eq(messages.id, messageDeliveries.message_id))
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(organizations, eq(organizations.id, messages.organization_id))
    .where(eq(messageDeliveries.message_id, sql.placeholder('message_id')))
    .prepare('find_claimed_delivery'),
)

/** What to deliver, and the current state of the delivery. */
async function findClaimed(ctx: Context, message_id: string) {
  const [found] = await claimedById(ctx.db).execute({ message_id })
  if (!found) return null
  const { has_files, ...claimed } = found
  return { ...claimed, attachments: has_files ? await filesOf(ctx, claimed.message) : [] }
}

type Found = NonNullable<Awaited<ReturnType<typeof findClaimed>>>

const filesOf = (ctx: Context, { organization_id, id }: MessageRow) =>
  ctx.db
    .select()
    .from(attachments)
    .where(and(eq(attachments.organization_id, organization_id), eq(attachments.message_id, id)))
    .orderBy(asc(attachments.id))

type OwnContext = Parameters<NonNullable<ReturnType<typeof channelOf>['deliver']>>[0]

async function send(ctx: OwnContext, { channel, part_begun }: Claimed, delivery: Delivery): Promise<void> {
  const { message, conversation, signal } = delivery
  if (message.deleted_at) throw new UndeliverableError('The message was deleted')
  if (conversation.deleted_at) throw new UndeliverableError('The conversation was deleted')
  const { deliver, resolvesUncertainParts } = deliveringChannel(channel) ?? {}
  if (!deliver) throw new Error(`This server has no channel ${channel}`)
  if (part_begun && !resolvesUncertainParts) {
    throw new UndeliverableError('An earlier attempt ended in the middle: it may have arrived')
  }
  await Promise.race([deliver(ctx, delivery), aborted(signal)])
}

/** Rejects when the signal aborts, so that a channel that ignores the signal is not waited for. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
