import type { Webhook, WebhookDelivery } from '#contracts/webhooks.ts'
import type { WebhookDeliveryRow, WebhookRow } from './table.ts'

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

export type LastDelivery = Pick<WebhookDeliveryRow, 'id' | 'state' | 'created_at'>

export const presentWebhook = (row: WebhookRow, last: LastDelivery | null, now: Date): Webhook => ({
  id: row.id,
  organization_id: row.organization_id,
  url: row.url,
  description: row.description,
  event_types: row.event_types,
  is_enabled: row.is_enabled,
  disabled_reason: row.disabled_reason,
  disabled_at: iso(row.disabled_at),
  failures: row.failures,
  failing_since: iso(row.failing_since),
  previous_secret_until:
    row.previous_secret_until && row.previous_secret_until > now ? iso(row.previous_secret_until) : null,
  last_delivery: last && { id: last.id, state: last.state, created_at: last.created_at.toISOString() },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const presentDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  sending_since: iso(row.sending_since),
  last_attempt_at: iso(row.last_attempt_at),
  next_attempt_at: iso(row.next_attempt_at),
  delivered_at: iso(row.delivered_at),
  response_status: row.response_status,
  response_body: row.response_body,
  duration_ms: row.duration_ms,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
})
