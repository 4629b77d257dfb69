import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const deliverDueMessages = defineJob('conversations.deliver-due', z.object({}), { every_seconds: 5 })
