import { z } from 'zod'
import type { Room } from '#platform/audience.ts'
import { defineEvent, definePush } from '#platform/event.ts'
import { workAudience } from '../teammates/access.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { ConversationParties } from './define-channel.ts'

/** People who see the teammate see its conversations in the inbox; those with a personal assistant are in no inbox. */
export const inboxAudience = ({ teammate }: ConversationParties): Room[] =>
  teammate.owned_by_user_id === null ? workAudience(teammate) : []

const channelAudience = (parties: ConversationParties): Room[] => parties.channel.audience(parties)

const everyAudience = (parties: ConversationParties): Room[] => [
  ...new Set([...inboxAudience(parties), ...channelAudience(parties)]),
]

/** A channel with its own conversation events does not receive these. */
const conversationAudience = (parties: ConversationParties): Room[] =>
  parties.channel.announceConversation ? inboxAudience(parties) : everyAudience(parties)

const watchers = (parties: ConversationParties): Room[] =>
  parties.channel.streamsToInbox ? everyAudience(parties) : channelAudience(parties)

export const conversationMessageSent = definePush('conversation.message_sent', inboxAudience)
export const conversationMessageUpdated = definePush('conversation.message_updated', inboxAudience)
export const conversationMessageDeleted = definePush('conversation.message_deleted', inboxAudience)
export const conversationUpdated = definePush('conversation.updated', conversationAudience)
/** The first message of a conversation: the inbox counts it from then on, and its owner is notified. */
export const conversationOpened = definePush('conversation.updated', ({ teammate }: ConversationParties) =>
  workAudience(teammate),
)
export const conversationTitleUpdated = definePush('conversation.title_updated', conversationAudience)

const watchingInbox = (parties: ConversationParties): Room[] =>
  parties.channel.streamsToInbox ? inboxAudience(parties) : []

export const messageDelta = definePush('message_delta', watchers)
/** For a channel whose audience sees a different text than the inbox. */
export const messageDeltaForInbox = definePush('message_delta', watchingInbox)
export const messageDeltaForChannel = definePush('message_delta', channelAudience)
export const messageDone = definePush('message_done', channelAudience)
export const toolCallStarted = definePush('tool_call_started', watchers)
export const toolCallDone = definePush('tool_call_done', watchers)
export const toolCallFailed = definePush('tool_call_failed', watchers)

/** Those who see a teammate that the contact has written to; the contact itself does not say who these are. */
const contactAudience = ({ teammates }: { teammates: TeammateRow[] }): Room[] => [
  ...new Set(teammates.flatMap(workAudience)),
]

export const contactUpdated = definePush('contact.updated', contactAudience)
export const contactMerged = definePush('contact.merged', contactAudience)

/** A message is to be delivered: attempted after the commit that wrote it. */
export const deliveryDue = defineEvent(
  'conversations.delivery-due',
  z.object({ organization_id: z.uuid(), message_id: z.uuid() }),
)
