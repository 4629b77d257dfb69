import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Polled, because nothing emits an event when an organization is set inactive in the database. */
export const recheckAllVisitors = defineJob('webchat.recheck-visitors', z.object({}), { every_seconds: 30 })
