import { z } from 'zod'
import { PRESENCE_STATES } from '#contracts/inbox-names.ts'
import type { Room } from '#platform/audience.ts'
import { defineBroadcast, definePush } from '#platform/event.ts'
import { workAudience } from '../teammates/access.ts'
import type { TeammateRow } from '../teammates/table.ts'

/** What a browser says of itself, for every process to remember while it lasts. */
export const Seat = z.object({
  organization_id: z.uuid(),
  conversation_id: z.uuid(),
  user_id: z.uuid(),
  tab: z.string(),
  state: z.enum(PRESENCE_STATES),
})
export type Seat = z.infer<typeof Seat>

export const presenceChanged = defineBroadcast('inbox.presence-said', Seat, { in_order: true })

/** Those who look after the teammate's conversations; anyone who talks with it receives none of them. */
const colleagues = ({ teammate }: { teammate: TeammateRow }): Room[] => workAudience(teammate)

export const conversationPresence = definePush('conversation.presence', colleagues)
