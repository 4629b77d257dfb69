import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { formatMoment } from '../../../lib/format.ts'
import { type Language, useLanguage, useMessages } from '../../../lib/i18n.ts'
import { chatMessages } from '../messages.ts'
import { isBeingWritten } from '../thread/live-message.ts'
import { failureOf } from './failure-of.ts'

const longestAnnouncement = 2_000

function endOf(message: Message, words: typeof chatMessages.en, language: Language): string {
  if (message.waiting_since) return `${message.content} ${words.waits} ${formatMoment(message.waiting_since, language)}`
  if (message.status === 'failed') return words.failures[failureOf(message)]
  return message.is_stopped ? `${words.stopped}. ${message.content}` : message.content
}

/** Tells a screen reader when an answer begins and, once, what it says: not every token. */
export function LiveStatus({ name, messages }: { name: string; messages: Message[] | undefined }) {
  const words = useMessages(chatMessages)
  const language = useLanguage()
  const last = messages?.findLast(({ role }) => role !== 'contact' && role !== 'system')
  const isAnswering = last !== undefined && isBeingWritten(last)
  const heard = useRef<string | undefined>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!last) return
    if (isAnswering) {
      heard.current = last.id
      setSaid(words.answering(name))
    } else if (heard.current === last.id) {
      heard.current = undefined
      setSaid(words.answered(name, endOf(last, words, language).slice(0, longestAnnouncement)))
    }
  }, [last, isAnswering, name, words, language])
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  )
}
