import type { Room } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { personalAudience } from '../teammates/access.ts'

/** A chat streams to the person whose it is, into every tab, as long as they see the teammate. */
export const chatAudience = ({ teammate, contact_channel: { user_id } }: ConversationParties): Room[] =>
  user_id === null ? [] : personalAudience(teammate, user_id)

export const internalMessage = definePush('internal.message', chatAudience)
export const internalMessageUpdated = definePush('internal.message_updated', chatAudience)
