import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

const DAILY = 24 * 60 * 60

export const purgeTrash = defineJob('storage.purge-trash', z.object({}), { every_seconds: DAILY })
/** What was detached from its tree; large trees go in many small statements. */
export const eraseDetached = defineJob('storage.erase-detached', z.object({}), {
  every_seconds: DAILY,
  unique_by: () => 'all',
})
export const purgeLinks = defineJob('storage.purge-links', z.object({}), { every_seconds: DAILY })
export const collectBytes = defineJob('storage.collect-bytes', z.object({}), { every_seconds: DAILY })
