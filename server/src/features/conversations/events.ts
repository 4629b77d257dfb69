import type { Room } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'
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

export const conversationMessageSent = definePush('conversation.message_sent', inboxOf)
export const conversationMessageUpdated = definePush('conversation.message_updated', inboxOf)

/** Whose internal chat it is sees it in every tab, whether or not they see the inbox. */
const inboxAndOwner = (about: About): Room[] => [...new Set([...inboxOf(about), ...ownerOf(about)])]
export const conversationUpdated = definePush('conversation.updated', inboxAndOwner)
export const conversationTitleUpdated = definePush('conversation.title_updated', inboxAndOwner)

export const internalMessage = definePush('internal.message', ownerOf)
export const internalMessageUpdated = definePush('internal.message_updated', ownerOf)

export const messageDelta = definePush('message_delta', ownerOf)
export const messageDone = definePush('message_done', ownerOf)
export const toolCallStarted = definePush('tool_call_started', ownerOf)
export const toolCallDone = definePush('tool_call_done', ownerOf)
export const toolCallFailed = definePush('tool_call_failed', ownerOf)
