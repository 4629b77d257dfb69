import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Ends the calls whose processes died. */
export const sweepLostCalls = defineJob('voice.sweep-lost-calls', z.object({}), { every_seconds: 10 })
