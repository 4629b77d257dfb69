import { onJob } from '#platform/reaction.ts'
import { addUpCounts } from './count-conversations.ts'
import { deliverDue } from './deliver-message.ts'
import { addUpInboxCounts, deliverDueMessages } from './jobs.ts'

export const reactions = [onJob(deliverDueMessages, deliverDue), onJob(addUpInboxCounts, addUpCounts)]
