import type { Message, SystemEvent } from '#contracts/conversations.ts'
import { formatDuration } from '#contracts/format-duration.ts'
import { type Language, useLanguage, useMessages } from '../../../lib/i18n.ts'
import { conversationMessages } from '../messages.ts'

type Words = typeof conversationMessages.en
type SystemNoteProps = {
  message: Message
  teammate: string
  /** Whether the reader is the one who writes to the teammate, and calls it. */
  isOwn: boolean
}

/** An event of the conversation, between its messages. */
export function SystemNote({ message: { content, system_event }, teammate, isOwn }: SystemNoteProps) {
  const words = useMessages(conversationMessages)
  const language = useLanguage()
  const text = system_event ? textOf(system_event, words, { teammate, isOwn, language }) : content
  return <p className="py-1 text-center text-xs text-pretty text-faint">{text}</p>
}

type Reader = Pick<SystemNoteProps, 'teammate' | 'isOwn'> & { language: Language }

function textOf(event: SystemEvent, words: Words, { teammate, isOwn, language }: Reader): string {
  const { type, user_name, requested_by } = event
  if (type === 'call_ended') return callText(event, words, { isOwn, language })
  if (type === 'operator_joined') return user_name ? words.joined(user_name) : words.joinedUnnamed
  if (type === 'operator_left') return words.left(teammate)
  if (requested_by === 'contact') return words.contactRequested
  if (requested_by === 'teammate') return words.teammateRequested(teammate)
  return requested_by === 'failure' ? words.failureRequested(teammate) : words.requested
}

function callText(event: SystemEvent, words: Words, { isOwn, language }: Omit<Reader, 'teammate'>): string {
  const { ended_by, user_name, duration_seconds = 0, is_silent, has_missed_words } = event
  const lasted = formatDuration(duration_seconds, language)
  const understood = has_missed_words ? words.missedWords(lasted) : lasted
  const duration = is_silent ? words.silentCall(lasted) : understood
  if (ended_by === 'caller') return isOwn ? words.callEndedByYou(duration) : words.callEndedByContact(duration)
  if (ended_by !== 'operator') return words.callEnded(duration)
  return user_name ? words.callEndedBy(user_name, duration) : words.callEndedByPerson(duration)
}
