import { Suspense } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { usePart } from '../../../lib/preloadable.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../conversation/failure/lazy-failure.tsx'
import { AnswerBody } from '../../conversation/list/answer-body.tsx'
import { Author } from '../../conversation/list/author.tsx'
import { chatMessages } from '../messages.ts'
import { answerActions } from './row-parts.ts'

type AnswerProps = { message: Message; name: string; isLast: boolean; onAskAgain: (answer: Message) => void }

/** What a teammate wrote, or is writing. */
export function Answer({ message, name, isLast, onAskAgain }: AnswerProps) {
  const words = useMessages(chatMessages)
  const AnswerActions = usePart(answerActions)
  const failure = (
    <Failure message={message}>
      <Button size="small" onClick={() => onAskAgain(message)} className="pointer-coarse:h-10!">
        {words.retry}
      </Button>
    </Failure>
  )
  return (
    <>
      <Author name={name} at={message.created_at} />
      <div className="md:pl-8">
        <AnswerBody message={message} failure={failure} />
        {message.status === 'in_progress' ? (
          <ActionsRoom />
        ) : (
          <Suspense fallback={<ActionsRoom />}>
            <AnswerActions message={message} isLast={isLast && message.status !== 'failed'} onAskAgain={onAskAgain} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** Kept from the start, so that the end of an answer moves nothing. */
function ActionsRoom() {
  return <div className="mt-1 h-7 pointer-coarse:h-10" />
}
