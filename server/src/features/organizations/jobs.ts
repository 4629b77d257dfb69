import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Some people may see less than before. Done by `replies`: what they have taken over and see no more goes back. */
export const accessLost = defineJob(
  'organizations.access-lost',
  z.object({ organization_id: z.uuid(), user_ids: z.array(z.uuid()) }),
)

/** The people who run the server are alerted of a new organization. */
export const alertAboutOrganization = defineJob('organizations.alert', z.object({ organization_id: z.uuid() }))
