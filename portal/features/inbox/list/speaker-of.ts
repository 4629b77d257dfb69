import type { InboxConversation } from '#contracts/inbox.ts'
import type { inboxMessages } from '../messages.ts'

type People = Pick<InboxConversation, 'ai_employee' | 'assigned_user'>
type LastMessage = Pick<NonNullable<InboxConversation['last_message']>, 'role' | 'user_id'>

/** The sender as a prefix; nothing for the contact. */
export function speakerOf(
  { ai_employee, assigned_user }: People,
  { role, user_id }: LastMessage,
  words: typeof inboxMessages.en,
  viewerId: string,
): string {
  if (role === 'contact') return ''
  if (role !== 'operator') return `${ai_employee.name}: `
  if (user_id === viewerId) return `${words.you}: `
  return `${assigned_user?.id === user_id ? assigned_user?.name : words.colleague}: `
}
