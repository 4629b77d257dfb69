import { z } from 'zod'
import type { Room } from '#platform/audience.ts'
import { defineEvent, definePush } from '#platform/event.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { isHidden } from '../teammates/hidden-teammates.ts'

declare module '#platform/audience.ts' {
  interface RoomKinds {
    /** One visitor of a page. */
    visitor: true
  }
}

export const visitorRoom = (contact_channel_id: string): Room => `visitor:${contact_channel_id}`

/** The visitor alone, as long as the teammate is there. */
export const visitorAudience = ({ teammate, contact_channel }: ConversationParties): Room[] =>
  isHidden(teammate) ? [] : [visitorRoom(contact_channel.id)]

export const webchatMessageSent = definePush('webchat.message_sent', visitorAudience)
export const webchatMessageUpdated = definePush('webchat.message_updated', visitorAudience)
export const webchatMessageDeleted = definePush('webchat.message_deleted', visitorAudience)
export const webchatConversationUpdated = definePush('webchat.conversation_updated', visitorAudience)

/** The rights of visitors of these organizations have changed: connected ones are checked again. */
export const visitorsOutdated = defineEvent(
  'webchat.visitors-outdated',
  z.object({ organization_ids: z.array(z.uuid()) }),
)
