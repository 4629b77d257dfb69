import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Of connections that nobody writes through, a token that was taken back would show to nobody. */
export const checkConnections = defineJob('channel-bots.check-connections', z.object({}), { every_seconds: 300 })
export const forgetUsedStates = defineJob('channel-bots.forget-used-states', z.object({}), { every_seconds: 3600 })
