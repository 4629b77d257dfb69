import { type SQL, sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import { organizations } from '../../organizations/table.ts'
import { webhookDeliveries, webhookEvents, webhookPayloads, webhooks } from '../table.ts'

/** Goes from webhook to webhook by the index, however many deliveries each has. */
const waitingWebhooks = sql`waiting as (
    (select webhook_id from ${webhookDeliveries} where state = 'pending' order by webhook_id limit 1)
    union all
    select (select webhook_deliveries.webhook_id from ${webhookDeliveries}
      where state = 'pending' and webhook_deliveries.webhook_id > waiting.webhook_id order by webhook_id limit 1)
    from waiting where waiting.webhook_id is not null
  )`

/** The webhooks with due deliveries. Deliveries of an inactive organization wait until it is active. */
const dueWebhooks = (now: SQL) => sql`waiting
  join ${webhooks} on webhooks.id = waiting.webhook_id and webhooks.is_enabled
  join ${organizations} on organizations.id = webhooks.organization_id and organizations.status = 'active',
  lateral (select next_attempt_at from ${webhookDeliveries}
    where state = 'pending' and webhook_id = webhooks.id order by next_attempt_at limit 1) as first
  where first.next_attempt_at <= ${now}`

/** Whether there is anything to do, in one cheap statement, because most of the time there is not. */
export const hasWork = defineStatement(
  'has_webhook_work',
  { now: 'timestamptz' },
  (p) => sql<{ has_work: boolean }>`
  with recursive ${waitingWebhooks}
  select exists (select 1 from ${webhookEvents}) or exists (select 1 from ${dueWebhooks(p.now)}) as has_work`,
)

export type DueWebhook = { id: string; organization_id: string; failures: number }

/** In random order, so that none is left out forever. */
export const findDueWebhooks = defineStatement(
  'find_due_webhooks',
  { now: 'timestamptz', limit: 'int' },
  (p) => sql<DueWebhook>`
  with recursive ${waitingWebhooks}
  select webhooks.id, webhooks.organization_id, webhooks.failures
  from ${dueWebhooks(p.now)}
  order by random() limit ${p.limit}`,
)

export type Claimed = {
  id: string
  organization_id: string
  webhook_id: string
  attempts: number
  tries_from: number
  url: string
  /** The webhook's failures when the delivery was claimed. */
  failures: number
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
  body: Buffer
}

/**
 * Claims as many deliveries of each webhook as it has free slots, and counts the attempt. An attempt whose process dies is due
 * again once it counts as lost. One statement, so that two processes never claim the same delivery.
 */
export const claimDeliveries = defineStatement(
  'claim_webhook_deliveries',
  { webhook_ids: 'uuid[]', rooms: 'int[]', now: 'timestamptz', lost_at: 'timestamptz' },
  (p) => sql<Claimed>`
  with chosen as materialized (
    select due.id from unnest(${p.webhook_ids}, ${p.rooms}) as share (webhook_id, room),
    lateral (select id from ${webhookDeliveries}
      where state = 'pending' and webhook_deliveries.webhook_id = share.webhook_id and next_attempt_at <= ${p.now}
      order by next_attempt_at limit share.room for update skip locked) as due
  ), claimed as (
    update ${webhookDeliveries} as delivery
    set attempts = attempts + 1, sending_since = ${p.now}, last_attempt_at = ${p.now}, next_attempt_at = ${p.lost_at}
    from chosen where delivery.id = chosen.id
    returning delivery.*
  )
  select claimed.id, claimed.organization_id, claimed.webhook_id, claimed.attempts, claimed.tries_from, webhooks.url,
    webhooks.failures, webhooks.secret_sealed, webhooks.previous_secret_sealed, webhooks.previous_secret_until, webhook_payloads.body
  from claimed
  join ${webhooks} on webhooks.id = claimed.webhook_id
  join ${webhookPayloads} on webhook_payloads.id = claimed.payload_id
  order by claimed.id`,
)
