import { onJob } from '#platform/reaction.ts'
import { sendInviteMail } from './jobs.ts'
import { mailInvite } from './mail/mail-invite.ts'

export const reactions = [onJob(sendInviteMail, mailInvite)]
