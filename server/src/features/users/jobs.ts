import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const sweepSessions = defineJob('users.sweep-sessions', z.object({}), { every_seconds: 3600 })
