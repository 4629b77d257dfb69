import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const indexWaiting = defineJob('search.index-waiting', z.object({}), { every_seconds: 15 })
export const indexQuickly = defineJob('search.index-quickly', z.object({}), { every_seconds: 15 })

export const dedicateVectors = defineJob('search.dedicate-vectors', z.object({ organization_id: z.uuid() }), {
  unique_by: ({ organization_id }) => organization_id,
})
export const returnVectors = defineJob('search.return-vectors', z.object({}), { every_seconds: 60 * 60 })
