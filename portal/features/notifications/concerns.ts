import type { ConversationUpdated } from '#contracts/inbox.ts'
import type { NotifyOf } from '#contracts/preference-names.ts'

export type Hands = { assigned_user_id: string | null; status: string }

const asks = ({ assigned_user_id, status }: Hands) => assigned_user_id === null && status === 'waiting_for_operator'

/** Whether someone who wants notifications of these gets one for a conversation that is in such hands. */
export function concerns(hands: Hands, notifyOf: NotifyOf, userId: string): boolean {
  if (notifyOf === 'none') return false
  if (hands.assigned_user_id === userId) return true
  if (notifyOf === 'mine') return false
  return notifyOf === 'all' || asks(hands)
}

/** A change of a conversation, other than a message, that is worth a notification. */
export function turnOf(event: ConversationUpdated, userId: string): 'given' | 'asks' | null {
  const { previous } = event
  if (!previous || event.deleted_at) return null
  if (event.assigned_user_id === userId && previous.assigned_user_id !== userId) return 'given'
  return asks(event) && !asks(previous) ? 'asks' : null
}
