import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, MessageCircleOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { Message } from '#contracts/conversations.ts'
import type { Teammate } from '#contracts/teammates.ts'
import type { Thread } from '#thread/thread.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { usePart } from '../../../lib/preloadable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Older } from '../../conversation/list/message-scroll.tsx'
import { chatMessages } from '../messages.ts'
import type { Outgoing } from '../thread/use-sending.ts'
import { loadMessageParts, messageList } from './message-parts.ts'

const Welcome = lazy(() =>
  whenReachable(() => import('../welcome/welcome.tsx')).then(({ Welcome }) => ({ default: Welcome })),
)

type ThreadViewProps = {
  employeeId: string
  teammate: Teammate | undefined
  query: UseQueryResult<Thread>
  older: Older
  named: string | undefined
  outgoing: Outgoing[]
  onAsk: (text: string) => void
  onAskAgain: (answer: Message) => void
  onRetry: (outgoing: Outgoing) => void
  onGiveUp: (outgoing: Outgoing) => void
}

/** A conversation in whichever state it is: on its way, not to be had, empty, or its messages. */
export function ThreadView({ employeeId, teammate, query, older, outgoing, onAsk, ...actions }: ThreadViewProps) {
  const words = useMessages(chatMessages)
  const MessageList = usePart(messageList)
  const { data: thread, isError, error, isFetching, refetch } = query
  const isMissing = !thread && error instanceof ApiError && error.status === 404
  if (isMissing || thread?.conversation?.deleted_at)
    return (
      <EmptyState icon={<MessageCircleOff aria-hidden />} title={words.chatMissing} text={words.chatMissingText}>
        <Link
          to="/chat/$employeeId"
          params={{ employeeId }}
          className="text-sm font-medium text-accent hover:underline"
        >
          {words.openLatest}
        </Link>
      </EmptyState>
    )
  if (!thread && isError)
    return (
      <EmptyState alert icon={<CircleAlert aria-hidden />} title={words.loadFailed} text={words.loadFailedText}>
        <Button look="primary" busy={isFetching} onClick={() => refetch()}>
          {words.retry}
        </Button>
      </EmptyState>
    )
  if (!thread) return <Waiting label={words.loading} />
  if (thread.messages.length === 0 && outgoing.length === 0)
    return (
      <Suspense fallback={<div data-waiting className="grow" />}>
        {teammate ? <Welcome key={teammate.id} teammate={teammate} onAsk={onAsk} /> : <div className="grow" />}
      </Suspense>
    )
  return (
    <Suspense fallback={<Waiting label={words.loading} />}>
      <MessageList
        parts={loadMessageParts()}
        name={teammate?.name ?? ''}
        messages={thread.messages}
        outgoing={outgoing}
        hasOlder={thread.older !== null}
        older={older}
        {...actions}
      />
    </Suspense>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="mx-auto w-full max-w-3xl grow animate-[fade_200ms_200ms_both] space-y-6 px-4 py-6">
      <span className="sr-only">{label}</span>
      <Skeleton className="ml-auto h-10 w-2/5 rounded-2xl" />
      <div className="space-y-2.5">
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-3.5 w-2/3" />
      </div>
    </div>
  )
}
