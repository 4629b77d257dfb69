import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const purgeAuditLog = defineJob('audit.drop-old-entries', z.object({}), { every_seconds: 3600 })
