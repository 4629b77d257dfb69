import type { Room } from '#platform/audience.ts'
import { definePush } from '#platform/event.ts'
import type { About } from '../conversations/define-channel.ts'

/** A chat streams to the person whose it is, into every tab. */
export const chatAudience = ({ contact_channel: { user_id } }: About): Room[] =>
  user_id === null ? [] : [`user:${user_id}`]

export const internalMessage = definePush('internal.message', chatAudience)
export const internalMessageUpdated = definePush('internal.message_updated', chatAudience)
