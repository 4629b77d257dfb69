import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { type Announced, nextAnnouncement } from '#thread/announcements.ts'
import { failureOf } from '#thread/failure-of.ts'
import { formatMoment } from '../../../lib/format.ts'
import { type Language, useLanguage, useMessages } from '../../../lib/i18n.ts'
import { questionMessages } from '../../run-questions/messages.ts'
import { failureMessages } from '../failure/messages.ts'
import { conversationMessages } from '../messages.ts'
import { toolMessages } from '../tools/messages.ts'
import { nameOfTool } from '../tools/tool-name.ts'

const longestAnnouncement = 2_000

type AllWords = typeof conversationMessages.en &
  Pick<typeof failureMessages.en, 'failures'> &
  Pick<typeof questionMessages.en, 'mayCall'> &
  Pick<typeof toolMessages.en, 'tools'>

function endOf(message: Message, words: AllWords, language: Language): string {
  if (message.waiting_since) {
    const { waiting_for: awaited } = message
    // What a teammate asks about a tool is nowhere in its words.
    const tool = awaited?.kind === 'approval' ? awaited.tool : null
    const asks = tool ? words.mayCall(nameOfTool(tool.name, words.tools)) : ''
    return [message.content, asks, words.waits, formatMoment(message.waiting_since, language)].filter(Boolean).join(' ')
  }
  if (message.status === 'failed') return words.failures[failureOf(message)]
  return message.is_stopped ? `${words.stopped}. ${message.content}` : message.content
}

type LiveStatusProps = {
  messages: Message[] | undefined
  /** The sender's name; null for the reader's own messages and for those without a sender. */
  speakerOf: (message: Message) => string | null
}

/** Tells a screen reader when an answer begins and, once, what others say: not every token. One for each conversation. */
export function LiveStatus({ messages, speakerOf }: LiveStatusProps) {
  const words = useMessages(conversationMessages)
  const { failures } = useMessages(failureMessages)
  const { mayCall } = useMessages(questionMessages)
  const { tools } = useMessages(toolMessages)
  const language = useLanguage()
  const last = messages?.findLast((message) => speakerOf(message) !== null)
  const name = last && speakerOf(last)
  const isLoaded = messages !== undefined
  const announced = useRef<Announced>({})
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!isLoaded) return
    const next = nextAnnouncement(announced.current, last)
    announced.current = next.announced
    if (!last || !name) return
    if (next.what === 'being_written') setAnnouncement(words.answering(name))
    if (next.what === 'complete')
      setAnnouncement(
        words.answered(
          name,
          endOf(last, { ...words, failures, mayCall, tools }, language).slice(0, longestAnnouncement),
        ),
      )
  }, [isLoaded, last, name, words, failures, mayCall, tools, language])
  return (
    <div role="status" className="sr-only">
      {announcement}
    </div>
  )
}
