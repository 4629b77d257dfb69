import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { isBeingWritten } from '#thread/streamed-message.ts'
import { formatMoment } from '../../../lib/format.ts'
import { type Language, useLanguage, useMessages } from '../../../lib/i18n.ts'
import { failureOf } from '../failure/failure-of.ts'
import { failureMessages } from '../failure/messages.ts'
import { conversationMessages } from '../messages.ts'

const longestAnnouncement = 2_000

type AllWords = typeof conversationMessages.en & Pick<typeof failureMessages.en, 'failures'>

function endOf(message: Message, words: AllWords, language: Language): string {
  if (message.waiting_since) {
    const { waiting_for: awaited } = message
    // What a teammate asks about a tool is nowhere in its words.
    const asks = awaited?.kind === 'approval' && awaited.tool ? awaited.question : ''
    return [message.content, asks, words.waits, formatMoment(message.waiting_since, language)].filter(Boolean).join(' ')
  }
  if (message.status === 'failed') return words.failures[failureOf(message)]
  return message.is_stopped ? `${words.stopped}. ${message.content}` : message.content
}

type LiveStatusProps = {
  messages: Message[] | undefined
  /** By what name others speak; null for the reader, and for what nobody said. */
  speakerOf: (message: Message) => string | null
}

/** Tells a screen reader when an answer begins and, once, what others say: not every token. One for each conversation. */
export function LiveStatus({ messages, speakerOf }: LiveStatusProps) {
  const words = useMessages(conversationMessages)
  const { failures } = useMessages(failureMessages)
  const language = useLanguage()
  const last = messages?.findLast((message) => speakerOf(message) !== null)
  const name = last && speakerOf(last)
  const isLoaded = messages !== undefined
  const isAnswering = last !== undefined && isBeingWritten(last)
  const awaited = useRef<string | undefined>(undefined)
  const latest = useRef<string | undefined>(undefined)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!isLoaded) return
    const isNew = latest.current !== undefined && last !== undefined && last.id > latest.current
    latest.current = last?.id ?? ''
    if (!last || !name) return
    if (isAnswering) {
      awaited.current = last.id
      setAnnouncement(words.answering(name))
    } else if (isNew || awaited.current === last.id) {
      awaited.current = undefined
      setAnnouncement(words.answered(name, endOf(last, { ...words, failures }, language).slice(0, longestAnnouncement)))
    }
  }, [isLoaded, last, isAnswering, name, words, failures, language])
  return (
    <div role="status" className="sr-only">
      {announcement}
    </div>
  )
}
