/** What a webhook may receive. */
export const WEBHOOK_EVENT_TYPES = [
  'conversation.created',
  'conversation.updated',
  'conversation.deleted',
  'message.created',
  'message.updated',
  'message.deleted',
  'contact.created',
  'contact.updated',
  'workflow_run.completed',
  'workflow_run.failed',
  'ai_employee.created',
  'ai_employee.updated',
  'ai_employee.deleted',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

/** Sent when someone asks for it, to webhooks of any types. */
export const WEBHOOK_TEST = 'webhook.test'

export const WEBHOOK_DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]

export const MAX_WEBHOOKS = 20
