import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Turns events into deliveries and sends what is due; started at once where something happens in a worker's process. */
export const sendWebhooks = defineJob('webhooks.send', z.object({}), { every_seconds: 5 })

export const purgeOldWebhookDeliveries = defineJob('webhooks.forget-old', z.object({}), { every_seconds: 3600 })

/** Tells one admin that a webhook was disabled. */
export const sendWebhookNotice = defineJob(
  'webhooks.send-notice',
  z.object({ webhook_id: z.uuid(), user_id: z.uuid(), message_id: z.uuid() }),
  { attempts: 6 },
)
