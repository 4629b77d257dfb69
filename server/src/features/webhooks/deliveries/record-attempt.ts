import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { disableWebhook } from '../disable-webhook.ts'
import { webhookDeliveries, webhooks } from '../table.ts'
import type { Claimed } from './claim-deliveries.ts'
import type { Answer } from './post-body.ts'

/** The waits after each failed attempt: nine, a little more than 23 hours together. */
const WAITS_SECONDS = [5, 60, 300, 900, 3600, 7200, 14_400, 21_600, 36_000]
/** Random spread, so that simultaneous failures are not retried together; the first retry still comes within 15 seconds. */
const MAX_JITTER = 0.5
const MAX_JITTER_SECONDS = 300

/** A webhook is disabled after this time without a success, in at least this many attempts. */
const DISABLED_AFTER_MS = 3 * 86_400_000
const DISABLED_AFTER_FAILURES = 12

/** Records a success, even where another attempt has begun meanwhile. */
const recordSuccess = defineStatement(
  'keep_delivered_webhook',
  { id: 'uuid', now: 'timestamptz', status: 'int', text: 'text?', duration_ms: 'int' },
  (p) => sql<never>`
  update ${webhookDeliveries}
  set state = 'delivered', delivered_at = ${p.now}, next_attempt_at = null, sending_since = null, last_error = null,
    response_status = ${p.status}, response_body = ${p.text}, duration_ms = ${p.duration_ms}
  where id = ${p.id}`,
)

/** Records a failure, unless another attempt has begun meanwhile. */
const recordFailure = defineStatement(
  'keep_failed_webhook',
  {
    id: 'uuid',
    attempts: 'int',
    next: 'timestamptz?',
    status: 'int?',
    text: 'text?',
    duration_ms: 'int',
    problem: 'text',
  },
  (p) => sql<{ id: string }>`
  update ${webhookDeliveries}
  set state = case when state = 'pending' and ${p.next} is not null then 'pending' else 'failed' end,
    next_attempt_at = case when state = 'pending' then ${p.next} end, sending_since = null, last_error = ${p.problem},
    response_status = ${p.status}, response_body = ${p.text}, duration_ms = ${p.duration_ms}
  where id = ${p.id} and attempts = ${p.attempts} and state <> 'delivered'
  returning id`,
)

/** Counts a failure: one statement, so that failures at the same time are all counted. */
const countFailure = defineStatement(
  'count_failure_of_webhook',
  { webhook_id: 'uuid', now: 'timestamptz' },
  (p) => sql<{ failures: number; failing_since: Date }>`
  update ${webhooks} set failures = failures + 1, failing_since = coalesce(failing_since, ${p.now})
  where id = ${p.webhook_id} and is_enabled
  returning failures, failing_since`,
)

/** Resets the failures of a webhook, and writes nothing where there were none. */
const clearFailures = defineStatement(
  'forget_failures_of_webhook',
  { webhook_id: 'uuid' },
  (p) => sql<never>`
  update ${webhooks} set failures = 0, failing_since = null where id = ${p.webhook_id} and failures > 0`,
)

/**
 * Changes a delivery and its webhook one after the other, never in one transaction: disabling locks the webhook and then its
 * deliveries, and the two would deadlock.
 */
export async function recordAttempt(ctx: Context, claimed: Claimed, answer: Answer): Promise<void> {
  const { id, webhook_id, attempts } = claimed
  const { status, text, duration_ms, problem, not_before } = answer
  const now = ctx.now()
  if (problem === null) {
    await recordSuccess(ctx.db, { id, now, status: status ?? 0, text, duration_ms })
    if (claimed.failures > 0) await clearFailures(ctx.db, { webhook_id })
    return
  }
  const next = nextTry(attempts - claimed.tries_from, now, not_before)
  const kept = await recordFailure(ctx.db, { id, attempts, next, status, text, duration_ms, problem })
  if (status === 410) return disableWebhook(ctx, webhook_id, 'gone')
  if (kept.length === 0) return
  const [failing] = await countFailure(ctx.db, { webhook_id, now })
  if (!failing || failing.failures < DISABLED_AFTER_FAILURES) return
  if (now.getTime() - failing.failing_since.getTime() >= DISABLED_AFTER_MS) {
    await disableWebhook(ctx, webhook_id, 'failing')
  }
}

/** Never before the time that the receiver asked for; such a pause does not add an attempt. */
function nextTry(tries: number, now: Date, not_before: Date | null): Date | null {
  const wait = WAITS_SECONDS[tries - 1]
  if (wait === undefined) return null
  const jitter = Math.random() * Math.min(wait * MAX_JITTER, MAX_JITTER_SECONDS)
  return new Date(Math.max(now.getTime() + wait * 1000, not_before?.getTime() ?? 0) + jitter * 1000)
}
