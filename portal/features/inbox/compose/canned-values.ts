import type { InboxConversationDetail } from '#contracts/inbox.ts'
import type { CannedValues } from './fill-canned-reply.ts'

/** What canned replies are filled in with here; a colleague goes by the first word of their name. */
export function cannedValuesOf(
  { full_contact, contact, channel }: InboxConversationDetail,
  operator: { name: string | null },
): CannedValues {
  const ofColleague = channel === 'employee_chat' ? (contact.display_name.split(/\s+/)[0] ?? null) : null
  return { 'contact.first_name': full_contact.first_name ?? ofColleague, 'operator.name': operator.name }
}
