import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const dropOldAuditEntries = defineJob('audit.drop-old-entries', z.object({}), { every_seconds: 3600 })
