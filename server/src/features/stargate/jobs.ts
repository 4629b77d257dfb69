import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const purgeOldTasks = defineJob('stargate.forget', z.object({}), { every_seconds: 3600 })
/** For events of tasks that did not arrive, and for tasks whose gateway has disconnected. Does nothing where nobody waits. */
export const wakeForMissedTasks = defineJob('stargate.wake', z.object({}), { every_seconds: 5 })
