import { onEvent, onJob } from '#platform/reaction.ts'
import { alertFeedback } from './alert-feedback.ts'
import { addUpCounts } from './count-conversations.ts'
import { deliverDue, deliverSoon } from './deliver-message.ts'
import { deliveryDue } from './events.ts'
import { addUpInboxCounts, alertAboutFeedback, deliverDueMessages } from './jobs.ts'

export const reactions = [
  onJob(deliverDueMessages, deliverDue),
  onEvent(deliveryDue, deliverSoon),
  onJob(addUpInboxCounts, addUpCounts),
  onJob(alertAboutFeedback, alertFeedback),
]
