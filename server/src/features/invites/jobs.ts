import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** One attempt; the next one is another job, so that the invite always says what has become of its mail. */
export const sendInviteMail = defineJob('invites.send-mail', z.object({ invite_id: z.uuid(), message_id: z.uuid() }))
