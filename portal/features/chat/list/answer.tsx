import { CircleAlert, Hourglass } from 'lucide-react'
import { Suspense } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { formatMoment, formatTime } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { preloadable, usePart } from '../../../lib/preloadable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Prose, preloadMarkdown } from '../../prose/lazy-markdown.tsx'
import { MessageFiles, preloadMessageFiles } from '../files/lazy-message-files.tsx'
import { chatMessages } from '../messages.ts'
import { isBeingWritten } from '../thread/live-message.ts'
import { failureOf } from './failure-of.ts'
import { Thinking } from './thinking.tsx'

const toolActivities = preloadable(() =>
  whenReachable(() => import('../tools/tool-activities.tsx')).then((module) => module.ToolActivities),
)
const answerActions = preloadable(() =>
  whenReachable(() => import('./answer-actions.tsx')).then((module) => module.AnswerActions),
)

let parts: Promise<unknown> | undefined

/** All that an answer consists of: shown before it is here, an answer would grow under its reader. */
export function loadAnswerParts(): Promise<unknown> {
  parts ??= Promise.allSettled([
    preloadMarkdown(),
    preloadMessageFiles(),
    toolActivities.preload(),
    answerActions.preload(),
  ])
  return parts
}

type AnswerProps = { message: Message; name: string; isLast: boolean; onAskAgain: (answer: Message) => void }

/** What a teammate or an operator wrote, or is writing. */
export function Answer({ message, name, isLast, onAskAgain }: AnswerProps) {
  const words = useMessages(chatMessages)
  const language = useLanguage()
  const ToolActivities = usePart(toolActivities)
  const AnswerActions = usePart(answerActions)
  const isStreaming = isBeingWritten(message)
  const hasBegun = message.content || message.stream_reasoning || message.stream_tools?.length
  const author = message.role === 'operator' ? words.operator : name
  return (
    <>
      <div className="mb-1.5 flex items-center gap-2">
        <Avatar name={author} size="small" />
        <span className="text-sm font-semibold">{author}</span>
        <time
          dateTime={message.created_at}
          title={formatMoment(message.created_at, language)}
          className="text-2xs text-faint"
        >
          {formatTime(message.created_at, language)}
        </time>
      </div>
      <div className="md:pl-8">
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
        {message.status === 'failed' && <Failure message={message} onAskAgain={onAskAgain} />}
        <MessageFiles files={message.attachments} />
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

/** It may be days: nothing moves, so that nobody looks for what is not coming. */
function Waiting({ since }: { since: string }) {
  const words = useMessages(chatMessages)
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

/** What went wrong in the reader's own words; what the model's server said of it is for whoever asks. */
function Failure({ message, onAskAgain }: Pick<AnswerProps, 'message' | 'onAskAgain'>) {
  const words = useMessages(chatMessages)
  const { error } = message
  return (
    <div className="mt-1 rounded-lg bg-danger-soft py-2 pr-2 pl-3 text-sm text-danger">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 grow basis-40">{words.failures[failureOf(message)]}</span>
        <Button size="small" onClick={() => onAskAgain(message)} className="pointer-coarse:h-10!">
          {words.retry}
        </Button>
      </div>
      {error && (
        <details className="mt-1 text-xs">
          <summary className="inline-flex min-h-6 items-center select-none pointer-coarse:min-h-10">
            {words.failureDetails}
          </summary>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{error}</p>
        </details>
      )}
    </div>
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
