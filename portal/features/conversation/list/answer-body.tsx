import { type ReactNode, Suspense } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { isBeingWritten } from '#thread/streamed-message.ts'
import { usePart } from '../../../lib/preloadable.ts'
import { Prose } from '../../prose/lazy-markdown.tsx'
import { MessageFiles } from '../files/lazy-message-files.tsx'
import { toolActivities, waitingAnswer } from './answer-parts.ts'
import { Thinking } from './thinking.tsx'

/** What a teammate wrote, or is writing; `failure` says what became of an answer that failed. */
export function AnswerBody({ message, failure }: { message: Message; failure: ReactNode }) {
  const ToolActivities = usePart(toolActivities)
  const WaitingAnswer = usePart(waitingAnswer)
  const isStreaming = isBeingWritten(message)
  const hasBegun = message.content || message.stream_reasoning || message.stream_tools?.length
  return (
    <>
      {message.stream_reasoning && (
        <Thinking text={message.stream_reasoning} isStreaming={isStreaming && !message.content} />
      )}
      {message.stream_tools && (
        <Suspense>
          <ToolActivities message={message} calls={message.stream_tools} />
        </Suspense>
      )}
      {message.content && <Prose text={message.content} isStreaming={isStreaming} linksFiles />}
      {isStreaming && !hasBegun && <Dots />}
      {message.waiting_since && (
        <Suspense>
          <WaitingAnswer message={message} since={message.waiting_since} />
        </Suspense>
      )}
      {message.status === 'failed' && <Suspense>{failure}</Suspense>}
      <MessageFiles files={message.attachments} />
    </>
  )
}

/** As high as the first line of whatever takes its place. */
function Dots() {
  return (
    <div aria-hidden className="flex h-7 items-center gap-1">
      {['0ms', '160ms', '320ms'].map((delay) => (
        <span
          key={delay}
          className="size-1.5 animate-[breathe_1.4s_infinite_ease-in-out] rounded-full bg-muted"
          style={{ animationDelay: delay }}
        />
      ))}
    </div>
  )
}
