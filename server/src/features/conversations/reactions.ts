import { onJob } from '#platform/reaction.ts'
import { deliverDue } from './deliver-message.ts'
import { deliverDueMessages } from './jobs.ts'

export const reactions = [onJob(deliverDueMessages, deliverDue)]
