import type { Room } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'
import { workAudience } from '../teammates/access.ts'
import type { About } from './define-channel.ts'

/** Those who see the teammate see its conversations; those of a personal assistant only its owner. */
const inboxAudience = ({ teammate }: About): Room[] => workAudience(teammate)

const channelAudience = (about: About): Room[] => about.channel.audience(about)

const everyAudience = (about: About): Room[] => [...new Set([...inboxAudience(about), ...channelAudience(about)])]

export const conversationMessageSent = definePush('conversation.message_sent', inboxAudience)
export const conversationMessageUpdated = definePush('conversation.message_updated', inboxAudience)
export const conversationUpdated = definePush('conversation.updated', everyAudience)
export const conversationTitleUpdated = definePush('conversation.title_updated', everyAudience)

export const messageDelta = definePush('message_delta', channelAudience)
export const messageDone = definePush('message_done', channelAudience)
export const toolCallStarted = definePush('tool_call_started', channelAudience)
export const toolCallDone = definePush('tool_call_done', channelAudience)
export const toolCallFailed = definePush('tool_call_failed', channelAudience)
