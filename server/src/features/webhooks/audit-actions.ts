import { defineAuditAction } from '#platform/audit-action.ts'
import type { WebhookRow } from './table.ts'

export const webhookCreated = defineAuditAction('webhook.created')
export const webhookUpdated = defineAuditAction('webhook.updated')
export const webhookDeleted = defineAuditAction('webhook.deleted')
/** By the server itself. */
export const webhookDisabled = defineAuditAction('webhook.disabled')

/** An address may hold a key in its query, which the audit log is not for. */
export const subjectOf = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>) => ({
  type: 'webhook',
  id,
  name: URL.parse(url)?.host ?? null,
})

export const auditedWebhook = ({ url, description, event_types, is_enabled }: WebhookRow) => ({
  url: url.split('?')[0],
  description,
  event_types,
  is_enabled,
})
