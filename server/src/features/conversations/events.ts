import { Conversation, Message } from '#contracts/conversations.ts'
import { MessageDelta, ToolActivity } from '#contracts/runs.ts'
import type { Room } from '#platform/audience.ts'
import { defineEvent } from '#platform/event.ts'
import { teammateAudience } from '../teammates/access.ts'
import type { TeammateRow } from '../teammates/table.ts'

/** Whom news of a conversation concerns. `user_id` is whose internal chat it is; null for a customer's. */
export type About = {
  teammate: Pick<TeammateRow, 'id' | 'organization_id' | 'owned_by_user_id'>
  user_id: string | null
}

/** Those who may see the teammate may see its conversations. */
const inboxOf = ({ teammate }: About): Room[] => teammateAudience(teammate)

/** An internal chat streams to the person whose it is. */
const ownerOf = ({ user_id }: About): Room[] => (user_id === null ? [] : [`user:${user_id}`])

export const conversationMessageSent = defineEvent('conversation.message_sent', Message, inboxOf)
export const conversationMessageUpdated = defineEvent('conversation.message_updated', Message, inboxOf)

/** Whose internal chat it is sees it in every tab, whether or not they see the inbox. */
const inboxAndOwner = (about: About): Room[] => [...new Set([...inboxOf(about), ...ownerOf(about)])]
export const conversationUpdated = defineEvent('conversation.updated', Conversation, inboxAndOwner)
export const conversationTitleUpdated = defineEvent('conversation.title_updated', Conversation, inboxAndOwner)

export const internalMessage = defineEvent('internal.message', Message, ownerOf)
export const internalMessageUpdated = defineEvent('internal.message_updated', Message, ownerOf)

export const messageDelta = defineEvent('message_delta', MessageDelta, ownerOf)
export const messageDone = defineEvent('message_done', Message, ownerOf)
export const toolCallStarted = defineEvent('tool_call_started', ToolActivity, ownerOf)
export const toolCallDone = defineEvent('tool_call_done', ToolActivity, ownerOf)
export const toolCallFailed = defineEvent('tool_call_failed', ToolActivity, ownerOf)
