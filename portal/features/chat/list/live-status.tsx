import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { chatMessages } from '../messages.ts'

const longestAnnouncement = 2_000

/** Tells a screen reader when an answer begins and, once, what it says: not every token. */
export function LiveStatus({ name, messages }: { name: string; messages: Message[] | undefined }) {
  const words = useMessages(chatMessages)
  const last = messages?.findLast(({ role }) => role !== 'contact' && role !== 'system')
  const isAnswering = last?.status === 'in_progress'
  const heard = useRef<string | undefined>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!last) return
    if (isAnswering) {
      heard.current = last.id
      setSaid(words.answering(name))
    } else if (heard.current === last.id) {
      heard.current = undefined
      setSaid(words.answered(name, (last.error ?? last.content).slice(0, longestAnnouncement)))
    }
  }, [last, isAnswering, name, words])
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  )
}
