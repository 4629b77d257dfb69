import type { Conversation } from '#contracts/conversations.ts'
import type { ConversationUpdated, InboxCounts } from '#contracts/inbox.ts'
import { bucketsOf, type ChannelCategory, type InboxState } from '#contracts/inbox-names.ts'

/** Which conversations are counted; a null teammate means all. */
export type CountScope = { category: ChannelCategory; teammate: string | null }

export const inboxStateOf = (conversation: Conversation): InboxState => ({
  assigned_user_id: conversation.assigned_user_id,
  unanswered_since: conversation.unanswered_since,
  status: conversation.status,
  is_counted: conversation.last_message_at !== null && conversation.deleted_at === null,
})

/** Whether a conversation belongs to what is looked at, no matter who has it. */
export function isInScope({ channel, ai_employee_id }: Conversation, { category, teammate }: CountScope): boolean {
  if (teammate !== null && ai_employee_id !== teammate) return false
  return category === 'all' || (category === 'internal') === (channel === 'employee_chat')
}

/** The counts without conversations that are not listed, as far as these are known. */
export function withoutHidden(
  counts: InboxCounts,
  hidden: readonly Conversation[],
  scope: CountScope,
  viewerId: string,
): InboxCounts {
  const left = { ...counts }
  for (const conversation of hidden)
    if (isInScope(conversation, scope))
      for (const bucket of bucketsOf(inboxStateOf(conversation), viewerId)) left[bucket] = Math.max(0, left[bucket] - 1)
  return left
}

/** The counts after a conversation has changed: it leaves the buckets that it was in, and enters those that it is in. */
export function applyToCounts(
  counts: InboxCounts,
  event: ConversationUpdated,
  scope: CountScope,
  viewerId: string,
): InboxCounts {
  if (!event.previous || !isInScope(event, scope)) return counts
  const before = bucketsOf(event.previous, viewerId)
  const after = bucketsOf(inboxStateOf(event), viewerId)
  const left = before.filter((bucket) => !after.includes(bucket))
  const entered = after.filter((bucket) => !before.includes(bucket))
  if (left.length + entered.length === 0) return counts
  const next = { ...counts }
  for (const bucket of left) next[bucket] = Math.max(0, next[bucket] - 1)
  for (const bucket of entered) next[bucket] += 1
  return next
}
