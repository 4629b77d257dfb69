import type { InboxConversationDetail } from '#contracts/inbox.ts'
import type { CannedValues } from './fill-canned-reply.ts'

/** The values of placeholders in canned replies; of a colleague the first word of the name. */
export function cannedValuesOf(
  { full_contact, contact, channel }: InboxConversationDetail,
  operator: { name: string | null },
): CannedValues {
  const ofColleague = channel === 'employee_chat' ? (contact.display_name.split(/\s+/)[0] ?? null) : null
  return { 'contact.first_name': full_contact.first_name ?? ofColleague, 'operator.name': operator.name }
}
