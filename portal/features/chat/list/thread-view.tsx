import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, MessageCircleOff } from 'lucide-react'
import { ApiError } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MessageList, type Older } from './message-list.tsx'
import { chatMessages } from '../messages.ts'
import type { Thread } from '../thread/thread.ts'
import type { Outgoing } from '../thread/use-sending.ts'

type ThreadViewProps = {
  employeeId: string
  name: string
  about: string | undefined
  query: UseQueryResult<Thread>
  older: Older
  outgoing: Outgoing[]
  onSend: (text: string) => void
  onRetry: (outgoing: Outgoing) => void
}

/** A conversation in whichever state it is: on its way, not to be had, empty, or its messages. */
export function ThreadView({ employeeId, name, about, query, older, outgoing, onSend, onRetry }: ThreadViewProps) {
  const words = useMessages(chatMessages)
  const { data: thread, isError, error, isFetching, refetch } = query
  if (!thread && error instanceof ApiError && error.status === 404)
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
      <EmptyState
        icon={<Avatar name={name} size="large" />}
        title={words.emptyTitle(name)}
        text={about || words.emptyText}
      />
    )
  return (
    <MessageList
      name={name}
      messages={thread.messages}
      outgoing={outgoing}
      hasOlder={thread.older !== null}
      older={older}
      onSend={onSend}
      onRetry={onRetry}
    />
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
