import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

const DAY_SECONDS = 24 * 60 * 60

export const purgeTrash = defineJob('storage.purge-trash', z.object({}), { every_seconds: DAY_SECONDS })
/** What was detached from its tree; large trees go in many small statements. */
export const eraseDetached = defineJob('storage.erase-detached', z.object({}), {
  every_seconds: DAY_SECONDS,
  is_queued: true,
  unique_by: () => 'all',
})
/** Of a tree that is too large to be adjusted while it is locked. */
export const adjustLargeTree = defineJob(
  'storage.settle-large-tree',
  z.object({ organization_id: z.string(), entry_id: z.string() }),
)
export const recoverDocuments = defineJob('storage.recover-documents', z.object({}), { every_seconds: 10 })
export const purgeLinks = defineJob('storage.purge-links', z.object({}), { every_seconds: DAY_SECONDS })
/** Done by `conversations`, whose files of messages lie among these bytes. */
export const collectBytes = defineJob('storage.collect-bytes', z.object({}), { every_seconds: DAY_SECONDS })
