import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const deliverDueMessages = defineJob('conversations.deliver-due', z.object({}), { every_seconds: 5 })
export const addUpInboxCounts = defineJob('conversations.add-up-counts', z.object({}), { every_seconds: 30 })
