import { memo, Suspense } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { usePart } from '../../../lib/preloadable.ts'
import { MessageFiles } from '../../conversation/files/lazy-message-files.tsx'
import { MessageItem } from '../../conversation/list/message-item.tsx'
import { rowId } from '../../conversation/list/use-named-message.ts'
import { Answer } from './answer.tsx'
import { Question } from './question.tsx'
import { peoplesRow } from './row-parts.ts'

type MessageRowProps = {
  message: Message
  name: string
  isLast: boolean
  onAskAgain: (answer: Message) => void
}

/** Drawn again only when its own message changes, however long the conversation and however fast an answer grows. */
export const MessageRow = memo(function MessageRow({ message, name, isLast, onAskAgain }: MessageRowProps) {
  const OperatorMessageRow = usePart(peoplesRow)
  const { role } = message
  return (
    <MessageItem id={rowId(message.id)} isLast={isLast}>
      {role === 'contact' ? (
        <Question
          text={message.content}
          sentAt={message.created_at}
          files={<MessageFiles files={message.attachments} atEnd />}
        />
      ) : role === 'system' || role === 'operator' ? (
        <Suspense>
          <OperatorMessageRow message={message} name={name} />
        </Suspense>
      ) : (
        <Answer message={message} name={name} isLast={isLast} onAskAgain={onAskAgain} />
      )}
    </MessageItem>
  )
})
