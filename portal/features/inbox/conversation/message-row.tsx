import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Failure } from '../../conversation/failure/lazy-failure.tsx'
import { MessageFiles } from '../../conversation/files/lazy-message-files.tsx'
import { AnswerBody } from '../../conversation/list/answer-body.tsx'
import { Author } from '../../conversation/list/author.tsx'
import { MessageItem } from '../../conversation/list/message-item.tsx'
import { SystemNote } from '../../conversation/list/system-note.tsx'
import { rowId } from '../../conversation/list/use-named-message.ts'
import { nameOf, usePeople } from '../../people/use-people.ts'
import { NotDelivered } from '../delivery/not-delivered.tsx'
import { inboxMessages } from '../messages.ts'
import { Translation } from '../translation/translation.tsx'
import { OwnReply } from './own-reply.tsx'

type MessageRowProps = { message: Message; teammate: string; contact: string; isLast: boolean }

/** One message, as it is between the contact, the teammate and those who look after both. */
export const MessageRow = memo(function MessageRow({ message, teammate, contact, isLast }: MessageRowProps) {
  const { role } = message
  return (
    <MessageItem id={rowId(message.id)} isLast={isLast}>
      {role === 'system' ? (
        <SystemNote message={message} teammate={teammate} isOwn={false} />
      ) : role === 'contact' ? (
        <ContactMessage name={message.sender_name ?? contact} message={message}>
          <Translation message={message} />
        </ContactMessage>
      ) : role === 'operator' ? (
        <Reply message={message} />
      ) : (
        <>
          <Author name={teammate} at={message.created_at} />
          <div className="md:pl-8">
            <AnswerBody message={message} failure={<Failure message={message} />} />
            <Notes message={message} />
            <NotDelivered message={message} />
          </div>
        </>
      )}
    </MessageItem>
  )
})

function ContactMessage({ name, message, children }: { name: string; message: Message; children?: ReactNode }) {
  return (
    <>
      <Author name={name} at={message.created_at} />
      <div className="md:pl-8">
        {message.content && <p className="text-read wrap-anywhere whitespace-pre-wrap">{message.content}</p>}
        <MessageFiles files={message.attachments} />
        {children}
      </div>
    </>
  )
}

function Reply({ message }: { message: Message }) {
  const words = useMessages(inboxMessages)
  const { data } = usePeople()
  const person = data?.data.find(({ id }) => id === message.user_id)
  return <OwnReply message={message} name={person ? nameOf(person) : words.colleague} picture={person?.picture} />
}

/** The contact's feedback on an answer, and its delivery. */
function Notes({ message }: { message: Message }) {
  const words = useMessages(inboxMessages)
  const { reaction, feedback_comment, is_stopped } = message
  if (!reaction && !is_stopped) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted [&_svg]:size-3.5">
      {is_stopped && <span className="text-faint">{words.stopped}</span>}
      {reaction === 'like' && <ThumbsUp role="img" aria-label={words.liked} className="fill-current text-positive" />}
      {reaction === 'dislike' && (
        <ThumbsDown role="img" aria-label={words.disliked} className="fill-current text-danger" />
      )}
      {feedback_comment && <span className="wrap-anywhere">{feedback_comment}</span>}
    </p>
  )
}
