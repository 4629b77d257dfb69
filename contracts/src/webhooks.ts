import { z } from 'zod'
import { Conversation, Message } from './conversations.ts'
import { describeEndpoints } from './endpoint.ts'
import { Contact, MessageDeleted } from './inbox.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as webhookPaths from './paths/webhooks.ts'
import { RunErrorCode, RunStatus } from './runs.ts'
import { Teammate } from './teammates.ts'
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENT_TYPES, WEBHOOK_TEST } from './webhook-names.ts'

export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES)
const WebhookDeliveryState = z.enum(WEBHOOK_DELIVERY_STATES)

/** A run of a workflow that has ended. */
export const WebhookRun = z.object({
  run_id: z.uuid(),
  organization_id: z.uuid(),
  workflow_id: z.uuid(),
  workflow_name: z.string().nullable(),
  trigger_id: z.uuid().nullable(),
  employee_id: z.uuid().nullable(),
  conversation_id: z.uuid().nullable(),
  contact_id: z.uuid().nullable(),
  status: RunStatus,
  error: z.string().nullable(),
  error_code: RunErrorCode.nullable(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  usd_cost: z.number(),
  created_at: Instant,
  started_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  failed_at: Instant.nullable(),
})
export type WebhookRun = z.infer<typeof WebhookRun>

/** What `data` is, by type: the resource as it was when the event was taken up, at once or a moment later. */
export const webhookData = {
  'conversation.created': Conversation,
  'conversation.updated': Conversation,
  'conversation.deleted': Conversation,
  /** Of an answer when it is finished. What the teammate thought and called is left out. */
  'message.created': Message,
  'message.updated': Message,
  'message.deleted': MessageDeleted,
  'contact.created': Contact,
  'contact.updated': Contact,
  'workflow_run.completed': WebhookRun,
  'workflow_run.failed': WebhookRun,
  'ai_employee.created': Teammate,
  'ai_employee.updated': Teammate,
  'ai_employee.deleted': Teammate,
  [WEBHOOK_TEST]: z.object({ webhook_id: z.uuid() }),
} as const satisfies Record<WebhookEventType | typeof WEBHOOK_TEST, z.ZodType>
export type WebhookEventType = z.infer<typeof WebhookEventType>

const bodyOf = <Type extends keyof typeof webhookData>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: Instant, data: webhookData[type] })

/** What a webhook is sent, signed as Standard Webhooks say (`webhook-id`, `webhook-timestamp`, `webhook-signature`). */
export const WebhookBody = z.discriminatedUnion('type', [
  bodyOf('conversation.created'),
  bodyOf('conversation.updated'),
  bodyOf('conversation.deleted'),
  bodyOf('message.created'),
  bodyOf('message.updated'),
  bodyOf('message.deleted'),
  bodyOf('contact.created'),
  bodyOf('contact.updated'),
  bodyOf('workflow_run.completed'),
  bodyOf('workflow_run.failed'),
  bodyOf('ai_employee.created'),
  bodyOf('ai_employee.updated'),
  bodyOf('ai_employee.deleted'),
  bodyOf(WEBHOOK_TEST),
])
export type WebhookBody = z.infer<typeof WebhookBody>

/** Why a webhook was disabled by itself: the receiver answered 410, or nothing was delivered for days. */
export const WebhookDisabledReason = z.enum(['gone', 'failing'])
export type WebhookDisabledReason = z.infer<typeof WebhookDisabledReason>

export const Webhook = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  url: z.string(),
  description: z.string(),
  event_types: z.array(WebhookEventType),
  is_enabled: z.boolean(),
  /** Null where it is enabled, or a person has disabled it. */
  disabled_reason: WebhookDisabledReason.nullable(),
  disabled_at: Instant.nullable(),
  /** How many attempts have failed since the last one that did not. */
  failures: z.number().int(),
  failing_since: Instant.nullable(),
  /** Until when what is sent is signed with the secret before this one as well. */
  previous_secret_until: Instant.nullable(),
  last_delivery: z.object({ id: z.uuid(), state: WebhookDeliveryState, created_at: Instant }).nullable(),
  created_at: Instant,
  updated_at: Instant,
})
export type Webhook = z.infer<typeof Webhook>

/** With the secret, which is shown this once. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })

const Url = z
  .string()
  .trim()
  // What is too long is read no further.
  .max(2000, { abort: true })
  .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'The address begins with http:// or https://')
  .refine((url) => {
    const parsed = URL.parse(url)
    return !parsed?.username && !parsed?.password
  }, 'The address cannot contain a user name or password')

const fields = {
  url: Url,
  description: z.string().trim().max(500),
  event_types: z
    .array(WebhookEventType)
    .min(1)
    .max(WEBHOOK_EVENT_TYPES.length)
    .transform((types) => WEBHOOK_EVENT_TYPES.filter((type) => types.includes(type))),
  is_enabled: z.boolean(),
}

export const CreateWebhook = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  is_enabled: fields.is_enabled.default(true),
})
export type CreateWebhook = z.infer<typeof CreateWebhook>

export const UpdateWebhook = z
  .strictObject({
    ...fields,
    /** Makes a new secret; what is sent is signed with both for a day. */
    rotate_secret: z.boolean(),
  })
  .partial()
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

export const WebhookDelivery = z.object({
  /** What `webhook-id` says in every attempt. */
  id: z.uuid(),
  webhook_id: z.uuid(),
  type: z.union([WebhookEventType, z.literal(WEBHOOK_TEST)]),
  state: WebhookDeliveryState,
  attempts: z.number().int(),
  /** Null unless an attempt is being made. */
  sending_since: Instant.nullable(),
  last_attempt_at: Instant.nullable(),
  next_attempt_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  /** Of the last attempt; null where nobody answered. */
  response_status: z.number().int().nullable(),
  /** The beginning of the last answer. */
  response_body: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  last_error: z.string().nullable(),
  created_at: Instant,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryWithPayload = WebhookDelivery.extend({
  /** The body as it is sent, byte by byte. */
  payload: z.string(),
})
export type WebhookDeliveryWithPayload = z.infer<typeof WebhookDeliveryWithPayload>

/** Of a webhook: it has changed, something was delivered or failed, or it is gone. */
export const WebhookChanged = z.object({ organization_id: z.uuid(), webhook_id: z.uuid() })

const OneWebhook = z.object({ webhook_id: z.uuid().toLowerCase() })
const OneDelivery = OneWebhook.extend({ delivery_id: z.uuid().toLowerCase() })

export const webhookEndpoints = describeEndpoints(webhookPaths, {
  listWebhooks: { summary: 'List the webhooks of the organization', answer: z.object({ data: z.array(Webhook) }) },
  createWebhook: {
    summary: 'Set up a webhook; its secret is shown this once',
    body: CreateWebhook,
    answer: WebhookWithSecret,
    errors: { 409: ['TOO_MANY_WEBHOOKS'] },
  },
  showWebhook: { summary: 'Show a webhook', params: OneWebhook, answer: Webhook, errors: { 404: [] } },
  updateWebhook: {
    summary: 'Change a webhook, enable or disable it, or make it a new secret, which is shown this once',
    params: OneWebhook,
    body: UpdateWebhook,
    answer: Webhook.extend({ secret: z.string().optional() }),
    errors: { 404: [] },
  },
  deleteWebhook: {
    summary: 'Delete a webhook with its deliveries',
    params: OneWebhook,
    answer: Done,
    errors: { 404: [] },
  },
  testWebhook: {
    summary: 'Send a test event',
    params: OneWebhook,
    answer: WebhookDelivery,
    errors: { 404: [], 409: ['WEBHOOK_DISABLED'] },
  },
  listWebhookDeliveries: {
    summary: 'List the deliveries of the last 30 days, newest first',
    params: OneWebhook,
    query: pageQuery({ limit: 50, max: 100 }).extend({ state: WebhookDeliveryState.optional() }),
    answer: pageOf(WebhookDelivery),
    errors: { 404: [] },
  },
  showWebhookDelivery: {
    summary: 'Show a delivery with what was sent',
    params: OneDelivery,
    answer: WebhookDeliveryWithPayload,
    errors: { 404: [] },
  },
  resendWebhookDelivery: {
    summary: 'Send a delivery again, under the same id',
    params: OneDelivery,
    answer: WebhookDelivery,
    errors: { 404: [], 409: ['WEBHOOK_DISABLED'] },
  },
})
