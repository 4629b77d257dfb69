import { jobDue } from '#platform/bus/timetable.ts'
import type { Context, Ports } from '#platform/context.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { type Claimed, claimDeliveries, findDueWebhooks, hasWork } from './deliveries/claim-deliveries.ts'
import { postBody } from './deliveries/post-body.ts'
import { queueDeliveries } from './deliveries/queue-deliveries.ts'
import { recordAttempt } from './deliveries/record-attempt.ts'
import { type InFlight, shareSlots } from './deliveries/share-slots.ts'
import { sendWebhooks } from './jobs.ts'

/** How long after its timeout an attempt counts as lost with its process. */
const GRACE_SECONDS = 5
const MAX_WEBHOOKS = 1000
/** Notices that come together are handled together. */
const WAKE_AFTER_MS = 100

type Sending = InFlight & {
  attempts: Set<Promise<void>>
  is_behind: boolean
  is_stopped: boolean
  timer?: NodeJS.Timeout
}

const everySending = new WeakMap<Ports, Sending>()

function sendingOf({ ports }: Context): Sending {
  const known = everySending.get(ports)
  if (known) return known
  const made = { total: 0, of_webhook: new Map(), of_organization: new Map(), attempts: new Set<Promise<void>>() }
  const sending: Sending = { ...made, is_behind: false, is_stopped: false }
  everySending.set(ports, sending)
  return sending
}

/** Something has happened that webhooks may receive: the worker of this process looks for it in a moment. */
export function wakeSending(ctx: Context): void {
  if (!ctx.ports.is_worker) return
  const sending = sendingOf(ctx)
  sending.timer ??= setTimeout(() => {
    sending.timer = undefined
    void ctx.emit(jobDue, { name: sendWebhooks.name })
  }, WAKE_AFTER_MS).unref()
}

/** Turns what has happened into deliveries, and begins those that are due; nothing here waits for a receiver. */
export async function sendDue(ctx: Context): Promise<void> {
  const sending = sendingOf(ctx)
  const [found] = await hasWork(ctx.db, { now: ctx.now() })
  if (!found?.has_work) {
    sending.is_behind = false
    return
  }
  for (;;) {
    if (sending.is_stopped) return
    const isMore = await queueDeliveries(ctx)
    const begun = await beginDue(ctx, sending)
    if (!isMore && begun === 0) return
  }
}

async function beginDue(ctx: Context, sending: Sending): Promise<number> {
  const now = ctx.now()
  const due = await findDueWebhooks(ctx.db, { now, limit: MAX_WEBHOOKS })
  const rooms = shareSlots(due, sending)
  sending.is_behind = due.length > 0
  if (rooms.size === 0) return 0
  const claimed = await claimDeliveries(ctx.db, {
    webhook_ids: [...rooms.keys()],
    rooms: [...rooms.values()],
    now,
    lost_at: new Date(now.getTime() + (ctx.ports.config.WEBHOOK_TIMEOUT + GRACE_SECONDS) * 1000),
  })
  for (const delivery of claimed) begin(ctx, sending, delivery)
  return claimed.length
}

function begin(ctx: Context, sending: Sending, claimed: Claimed): void {
  count(sending, claimed, 1)
  const attempt = deliver(ctx, claimed)
    .catch((error) => ctx.log.error({ err: error, delivery_id: claimed.id }, 'a webhook delivery was not recorded'))
    .then(() => {
      count(sending, claimed, -1)
      sending.attempts.delete(attempt)
      // Webhooks that wait for a slot are looked for once there are some.
      if (sending.is_behind && !sending.is_stopped) return ctx.emit(jobDue, { name: sendWebhooks.name })
    })
  sending.attempts.add(attempt)
}

async function deliver(ctx: Context, claimed: Claimed): Promise<void> {
  const answer = await postBody(ctx, claimed)
  await recordAttempt(ctx, claimed, answer)
  announceDeliveries(ctx, claimed)
}

function count(sending: Sending, { webhook_id, organization_id }: Claimed, by: 1 | -1): void {
  sending.total += by
  add(sending.of_webhook, webhook_id, by)
  add(sending.of_organization, organization_id, by)
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}

/** Begins nothing more, and waits for what was begun: an attempt that is not recorded would be made again. */
export async function stopSending(ctx: Context): Promise<void> {
  const sending = sendingOf(ctx)
  sending.is_stopped = true
  clearTimeout(sending.timer)
  await Promise.all(sending.attempts)
}
