import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const deliverDueMessages = defineJob('conversations.deliver-due', z.object({}), { every_seconds: 5 })
export const addUpInboxCounts = defineJob('conversations.add-up-counts', z.object({}), { every_seconds: 30 })
/** Feedback that is changed within two minutes is reported once, as it is then (contract, "Feedback alert debounce"). */
export const alertAboutFeedback = defineJob(
  'conversations.alert-feedback',
  z.object({ organization_id: z.uuid(), message_id: z.uuid() }),
  { unique_by: ({ message_id }) => message_id },
)
