import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const sweepAttempts = defineJob('sign-in.sweep-attempts', z.object({}), { every_seconds: 600 })
