import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const forgetClearedKeys = defineJob('models.forget-cleared-keys', z.object({}), { every_seconds: 60 })
