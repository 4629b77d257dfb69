import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { WebhookDeliveryState, WebhookEventType } from '#contracts/webhook-names.ts'
import type { WebhookDelivery, WebhookDisabledReason } from '#contracts/webhooks.ts'
import { bytes, createdAt, id, instant } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    organization_id: organizationId(),
    url: text().notNull(),
    description: text().notNull().default(''),
    event_types: text().array().$type<WebhookEventType[]>().notNull(),
    is_enabled: boolean().notNull().default(true),
    disabled_reason: text().$type<WebhookDisabledReason>(),
    disabled_at: instant(),
    secret_sealed: text().notNull(),
    /** The secret before it, which counts a while longer. */
    previous_secret_sealed: text(),
    previous_secret_until: instant(),
    /** Attempts that failed since the last one that did not, and since when. */
    failures: integer().notNull().default(0),
    failing_since: instant(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('webhooks_of_an_organization').on(table.organization_id, table.id),
    check('a_webhook_has_event_types', sql`cardinality(${table.event_types}) > 0`),
    check('a_webhook_is_disabled_for_a_known_reason', sql`${table.disabled_reason} in ('gone', 'failing')`),
  ],
)
export type WebhookRow = typeof webhooks.$inferSelect

/**
 * What has happened and was sent to no webhook yet. Triggers on the tables of what it happened to write it, in the commit of
 * whatever statement did it, and only where the organization has a webhook for it.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organization_id: uuid().notNull(),
    type: text().$type<WebhookEventType>().notNull(),
    /** The conversation, message, contact, run or teammate. */
    subject_id: uuid().notNull(),
    happened_at: createdAt(),
  },
  (table) => [index('webhook_events_of_an_organization').on(table.organization_id, table.id)],
)
export type WebhookEventRow = typeof webhookEvents.$inferSelect

/** What is sent, one for all webhooks that receive an event; apart from deliveries, so that lists never read it. */
export const webhookPayloads = pgTable(
  'webhook_payloads',
  {
    id: id(),
    organization_id: uuid().notNull(),
    body: bytes().notNull(),
    created_at: createdAt(),
  },
  (table) => [index('webhook_payloads_by_age').on(table.created_at)],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    organization_id: uuid().notNull(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    payload_id: uuid().notNull(),
    type: text().$type<WebhookDelivery['type']>().notNull(),
    state: text().$type<WebhookDeliveryState>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** The attempt from which tries are counted: a resend begins again. */
    tries_from: integer().notNull().default(0),
    /** Set while an attempt is being made. */
    sending_since: instant(),
    last_attempt_at: instant(),
    /** When it is tried next; while it is being tried, when that attempt counts as lost. */
    next_attempt_at: instant(),
    delivered_at: instant(),
    response_status: integer(),
    response_body: text(),
    duration_ms: integer(),
    last_error: text(),
    created_at: createdAt(),
  },
  (table) => [
    index('deliveries_of_a_webhook').on(table.webhook_id, table.id),
    index('deliveries_of_a_webhook_that_wait')
      .on(table.webhook_id, table.next_attempt_at)
      .where(sql`${table.state} = 'pending'`),
    index('deliveries_of_a_webhook_that_failed').on(table.webhook_id, table.id).where(sql`${table.state} = 'failed'`),
    index('webhook_deliveries_by_age').on(table.created_at),
    check('a_webhook_delivery_state_is_known', sql`${table.state} in ('pending', 'delivered', 'failed')`),
    check('a_waiting_delivery_has_a_time', sql`(${table.state} = 'pending') = (${table.next_attempt_at} is not null)`),
  ],
)
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect
