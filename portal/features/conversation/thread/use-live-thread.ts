import { type QueryKey, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addOlder } from '#thread/merge-page.ts'
import { hasGap } from '#thread/pending-deltas.ts'
import { emptyThread, type Thread, type ThreadPage, trimToNewest } from '#thread/thread.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import type { Older } from '../list/message-scroll.tsx'
import { readThread } from './read-thread.ts'
import { useMarkDisconnected } from './use-mark-disconnected.ts'
import { useReadAgain } from './use-read-again.ts'
import { type MessageEvents, useThreadEvents } from './use-thread-events.ts'

export const PAGE_SIZE = 30
/** Beyond this many, older messages are dropped as soon as the reader is back at the newest. */
const MAX_MESSAGES = 150

type LiveThread = {
  key: QueryKey
  /** Does not change while the thread is shown. */
  messageEvents: MessageEvents
  employeeId: string
  /** True for a conversation that its first message will open. */
  isNew?: boolean
  readNewest: (signal: AbortSignal) => Promise<ThreadPage>
  /** Reads the page before what is known; `cursor` is where it ends. */
  readOlder: (cached: Thread, cursor: string) => Promise<ThreadPage>
}

/** The messages of a conversation, updated by what is pushed. */
export function useLiveThread(options: LiveThread): { query: UseQueryResult<Thread>; older: Older } {
  const { key, messageEvents, employeeId, isNew = false, readNewest, readOlder } = options
  const client = useQueryClient()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readThread(client, key, () => readNewest(signal)),
    enabled: !isNew,
    initialData: isNew ? emptyThread() : undefined,
    staleTime: 0,
    // The thread keeps the identity of every message that did not change by itself.
    structuralSharing: false,
  })
  const older = useMutation({
    mutationFn: ({ cached, cursor }: { cached: Thread; cursor: string }) => readOlder(cached, cursor),
    onSuccess: (page, { cursor }) =>
      client.setQueryData<Thread>(key, (thread) => thread && addOlder(thread, page, cursor)),
  })

  useMarkDisconnected(key)
  useThreadEvents(key, messageEvents)
  const readAgain = () => client.invalidateQueries({ queryKey: key, exact: true })
  useServerEvent('ready', readAgain)
  // A teammate that is brought back: what ended while it was deleted was announced to no page.
  useServerEvent('ai_employee.created', ({ id }) => id === employeeId && readAgain())
  useReadAgain(query.data !== undefined && hasGap(query.data), query.isFetching, query.refetch)

  const load = () => {
    const cached = query.data
    if (cached?.older && !older.isPending) older.mutate({ cached, cursor: cached.older })
  }
  const letGo = () => client.setQueryData<Thread>(key, (thread) => thread && trimToNewest(thread, MAX_MESSAGES))
  return { query, older: { load, letGo, isPending: older.isPending, isError: older.isError } }
}
