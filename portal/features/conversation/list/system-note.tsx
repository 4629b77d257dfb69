import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { conversationMessages } from '../messages.ts'

/** What happened in the conversation, between what was said. */
export function SystemNote({ message, teammate }: { message: Message; teammate: string }) {
  const words = useMessages(conversationMessages)
  return <p className="py-1 text-center text-xs text-pretty text-faint">{textOf(message, teammate, words)}</p>
}

function textOf({ content, system_event }: Message, teammate: string, words: typeof conversationMessages.en): string {
  if (!system_event) return content
  const { type, user_name, requested_by } = system_event
  if (type === 'operator_joined') return user_name ? words.joined(user_name) : words.joinedUnnamed
  if (type === 'operator_left') return words.left(teammate)
  if (requested_by === 'contact') return words.contactRequested
  if (requested_by === 'teammate') return words.teammateRequested(teammate)
  return requested_by === 'failure' ? words.failureRequested(teammate) : words.requested
}
