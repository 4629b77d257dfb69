import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { MessageFiles } from '../files/lazy-message-files.tsx'
import { Answer } from './answer.tsx'
import { Question } from './question.tsx'
import { rowId } from './use-named-message.ts'

type MessageRowProps = {
  message: Message
  name: string
  isLast: boolean
  onAskAgain: (answer: Message) => void
}

/** Drawn again only when its own message changes, however long the conversation and however fast an answer grows. */
export const MessageRow = memo(function MessageRow({ message, name, isLast, onAskAgain }: MessageRowProps) {
  return (
    <Row id={rowId(message.id)} isLast={isLast}>
      {message.role === 'contact' ? (
        <Question
          text={message.content}
          sentAt={message.created_at}
          files={<MessageFiles files={message.attachments} atEnd />}
        />
      ) : message.role === 'system' ? (
        <p className="text-center text-xs text-pretty text-faint">{message.content}</p>
      ) : (
        <Answer message={message} name={name} isLast={isLast} onAskAgain={onAskAgain} />
      )}
    </Row>
  )
})

/**
 * A row out of sight costs the browser nothing. That begins when it has left the view, at the height that it had there:
 * begun in view, or at a guess, it would move what is being read. The padding keeps what stands out of it from being cut.
 */
function Row({ id, isLast, children }: { id: string; isLast: boolean; children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (!row.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry || entry.isIntersecting) return
      setHeight(entry.boundingClientRect.height)
      observer.disconnect()
    })
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [])
  const isSkipped = height !== null && !isLast
  return (
    <li
      ref={row}
      id={id}
      className="group -mx-3 rounded-xl px-3 py-1.5"
      style={isSkipped ? { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}px` } : undefined}
    >
      {children}
    </li>
  )
}
