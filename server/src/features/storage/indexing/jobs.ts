import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const indexWaiting = defineJob('storage.index-waiting', z.object({}), { every_seconds: 1 })
export const recoverDocuments = defineJob('storage.recover-documents', z.object({}), { every_seconds: 10 })

export const setVectorsApart = defineJob('storage.set-vectors-apart', z.object({ organization_id: z.uuid() }), {
  unique_by: ({ organization_id }) => organization_id,
})
export const takeVectorsBack = defineJob('storage.take-vectors-back', z.object({}), { every_seconds: 60 * 60 })
