import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Someone has joined by an invite that names access groups. Done by `teammates`, which has the groups. */
export const joinAccessGroups = defineJob(
  'invites.join-access-groups',
  z.object({ organization_id: z.uuid(), user_id: z.uuid(), access_group_ids: z.array(z.uuid()) }),
)

/** One attempt; the next one is another job, so that the invite always says what has become of its mail. */
export const sendInviteMail = defineJob('invites.send-mail', z.object({ invite_id: z.uuid(), message_id: z.uuid() }))
