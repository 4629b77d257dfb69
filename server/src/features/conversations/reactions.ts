import { onEvent, onJob } from '#platform/reaction.ts'
import { addUpCounts } from './count-conversations.ts'
import { deliverDue, deliverSoon } from './deliveries/deliver-message.ts'
import { deliveryDue } from './events.ts'
import { alertFeedback } from './feedback/alert-feedback.ts'
import { addUpInboxCounts, alertAboutFeedback, deliverDueMessages } from './jobs.ts'

export const reactions = [
  onJob(deliverDueMessages, deliverDue),
  onEvent(deliveryDue, deliverSoon),
  onJob(addUpInboxCounts, addUpCounts),
  onJob(alertAboutFeedback, alertFeedback),
]
