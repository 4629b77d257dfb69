import { onEvent, onJob } from '#platform/reaction.ts'
import {
  contactUpdated,
  conversationMessageDeleted,
  conversationMessageSent,
  conversationMessageUpdated,
  conversationOpened,
  conversationUpdated,
} from '../conversations/events.ts'
import { runChanged } from '../runs/events.ts'
import { teammateCreated, teammateDeleted, teammateUpdated } from '../teammates/events.ts'
import { deleteOldDeliveries } from './deliveries/delete-old-deliveries.ts'
import { purgeOldWebhookDeliveries, sendWebhookNotice, sendWebhooks } from './jobs.ts'
import { mailNotice } from './mail-notice.ts'
import { sendDue, wakeSending } from './send-due.ts'

const wake = async (ctx: Parameters<typeof wakeSending>[0]) => wakeSending(ctx)

/** Events only say when to look: what is sent is written by triggers, so that none is lost with the process. */
export const reactions = [
  onEvent(conversationMessageSent, wake),
  onEvent(conversationMessageUpdated, wake),
  onEvent(conversationMessageDeleted, wake),
  onEvent(conversationUpdated, wake),
  onEvent(conversationOpened, wake),
  onEvent(contactUpdated, wake),
  onEvent(runChanged, wake),
  onEvent(teammateCreated, wake),
  onEvent(teammateUpdated, wake),
  onEvent(teammateDeleted, wake),
  onJob(sendWebhooks, sendDue),
  onJob(purgeOldWebhookDeliveries, deleteOldDeliveries),
  onJob(sendWebhookNotice, mailNotice),
]
