import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const aggregatePendingUsage = defineJob('usage.fold', z.object({}), { every_seconds: 15 })
