import { RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { formatSeconds } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../prose/copy-button.tsx'
import { FallbackNote } from '../fallback/fallback-note.tsx'
import { feedbackMessages } from '../feedback/messages.ts'
import { useFeedback } from '../feedback/use-feedback.ts'
import { chatMessages } from '../messages.ts'

const FeedbackComposer = lazy(() =>
  whenReachable(() => import('../feedback/feedback-composer.tsx')).then((module) => ({
    default: module.FeedbackComposer,
  })),
)

/** An answer that was there at once needs no time beside it. */
const shortestShownMs = 1_000

type AnswerActionsProps = { message: Message; isLast: boolean; onAskAgain: (answer: Message) => void }

/** What can be done with an answer that is there; the last one's actions stay in sight. */
export function AnswerActions({ message, isLast, onAskAgain }: AnswerActionsProps) {
  const words = useMessages(chatMessages)
  const feedbackWords = useMessages(feedbackMessages)
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useFeedback(message)
  const { reaction, feedback_comment, generation_ms, is_stopped } = message
  const takesFeedback = message.role === 'ai' && message.status === 'completed'
  const seconds = generation_ms === null ? null : formatSeconds(generation_ms, language)
  const showsTime = is_stopped || (generation_ms !== null && generation_ms >= shortestShownMs)
  const time = seconds && (is_stopped ? words.stoppedAfter(seconds) : words.tookTime(seconds))
  const react = (wanted: 'like' | 'dislike') => {
    const next = reaction === wanted ? null : wanted
    setAsking(next !== null)
    // Feedback on one answer does not apply to another.
    mutate({ reaction: next, ...(next && reaction && { feedback_comment: null }) })
  }
  return (
    <>
      {message.model_fallback && <FallbackNote fallback={message.model_fallback} />}
      <div
        data-kept={isLast || is_stopped || reaction !== null || isAsking || undefined}
        className="mt-1 -ml-1.5 flex min-h-7 items-center gap-0.5 text-2xs text-faint opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 data-kept:opacity-100 pointer-coarse:opacity-100 [@media(hover:none)]:opacity-100"
      >
        {message.content && <CopyButton text={message.content} />}
        {takesFeedback && (
          <>
            <ActionButton label={feedbackWords.like} aria-pressed={reaction === 'like'} onClick={() => react('like')}>
              <ThumbsUp aria-hidden className={reaction === 'like' ? 'fill-current' : undefined} />
            </ActionButton>
            <ActionButton
              label={feedbackWords.dislike}
              aria-pressed={reaction === 'dislike'}
              onClick={() => react('dislike')}
            >
              <ThumbsDown aria-hidden className={reaction === 'dislike' ? 'fill-current' : undefined} />
            </ActionButton>
          </>
        )}
        {isLast && message.role === 'ai' && (
          <ActionButton label={words.askAgain} onClick={() => onAskAgain(message)}>
            <RotateCcw aria-hidden />
          </ActionButton>
        )}
        {showsTime && <span className="pl-1.5">{time ?? words.stopped}</span>}
      </div>
      {reaction && feedback_comment && !isAsking && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-1.5 text-xs text-muted">
          <span className="text-faint">{feedbackWords.thanks}</span>
          <span className="wrap-anywhere">{feedback_comment}</span>
          <Button
            look="quiet"
            size="small"
            className="h-6! px-1! text-accent! pointer-coarse:h-10!"
            onClick={() => setAsking(true)}
          >
            {feedbackWords.edit}
          </Button>
        </p>
      )}
      {reaction && isAsking && (
        <Suspense>
          <FeedbackComposer
            key={reaction}
            reaction={reaction}
            comment={feedback_comment}
            busy={isPending}
            onClose={() => setAsking(false)}
            onSend={(comment) => mutate({ reaction, feedback_comment: comment }, { onSuccess: () => setAsking(false) })}
          />
        </Suspense>
      )}
    </>
  )
}
