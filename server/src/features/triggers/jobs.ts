import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Schedules and bursts that are due; those due soon are set in the process as well, so that they are on time. */
export const fireDueTriggers = defineJob('triggers.fire', z.object({}), { every_seconds: 10 })
