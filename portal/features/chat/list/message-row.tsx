import { memo, type ReactNode, useEffect, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MessageFiles } from '../files/message-files.tsx'
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
 * A row out of sight costs the browser nothing. It is laid out in full once before, so that its height is known and
 * scrolling back does not jump. The padding keeps what stands out of the row from being cut off.
 */
function Row({ id, isLast, children }: { id: string; isLast: boolean; children: ReactNode }) {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <li
      id={id}
      className={classNames(
        'group -mx-3 rounded-xl px-3 py-1.5 [contain-intrinsic-size:auto_8rem]',
        isKnown && !isLast && '[content-visibility:auto]',
      )}
    >
      {children}
    </li>
  )
}
