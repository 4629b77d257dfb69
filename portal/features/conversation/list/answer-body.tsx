import { Hourglass } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { usePart } from '../../../lib/preloadable.ts'
import { Prose } from '../../prose/lazy-markdown.tsx'
import { MessageFiles } from '../files/lazy-message-files.tsx'
import { conversationMessages } from '../messages.ts'
import { isBeingWritten } from '../thread/live-message.ts'
import { toolActivities } from './answer-parts.ts'
import { Thinking } from './thinking.tsx'

/** What a teammate wrote, or is writing; `failure` says what became of an answer that failed. */
export function AnswerBody({ message, failure }: { message: Message; failure: ReactNode }) {
  const ToolActivities = usePart(toolActivities)
  const isStreaming = isBeingWritten(message)
  const hasBegun = message.content || message.stream_reasoning || message.stream_tools?.length
  return (
    <>
      {message.stream_reasoning && (
        <Thinking text={message.stream_reasoning} isStreaming={isStreaming && !message.content} />
      )}
      {message.stream_tools && (
        <Suspense>
          <ToolActivities calls={message.stream_tools} />
        </Suspense>
      )}
      {message.content && <Prose text={message.content} isStreaming={isStreaming} linksFiles />}
      {isStreaming && !hasBegun && <Dots />}
      {message.waiting_since && <Waiting since={message.waiting_since} />}
      {message.status === 'failed' && <Suspense>{failure}</Suspense>}
      <MessageFiles files={message.attachments} />
    </>
  )
}

/** It may be days: nothing moves, so that nobody looks for what is not coming. */
function Waiting({ since }: { since: string }) {
  const words = useMessages(conversationMessages)
  const language = useLanguage()
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-muted">
      <Hourglass aria-hidden className="size-4 shrink-0" />
      <span>
        {words.waits} <time dateTime={since}>{formatMoment(since, language)}</time>
      </span>
    </p>
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
