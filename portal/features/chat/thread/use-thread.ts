import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef } from 'react'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { call } from '../../../lib/api.ts'
import { createFrameQueue } from '../../../lib/frame-queue.ts'
import { readAnewIfReading } from '../../../lib/overtaken.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { RealtimeContext, useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { newChat } from './new-chat.ts'
import {
  applyEvents,
  hasGap,
  hasReset,
  mergeThread,
  openedThread,
  type Thread,
  type ThreadEvent,
  withNewest,
  withOlder,
} from './thread.ts'

const longestPause = 5_000
const pageSize = 30
/** Beyond this many, what was read of the past is let go of as soon as the reader is back at the newest. */
const mostKept = 150

export type Older = {
  load: () => void
  /** Gives back what was read of the past. */
  letGo: () => void
  isPending: boolean
  isError: boolean
}

/** The messages of a conversation, or of the current one, kept live. */
export function useThread(employeeId: string, conversationId: string | undefined) {
  const { organization } = useSession()
  const client = useQueryClient()
  const key = queryKeys.thread(organization.id, employeeId, conversationId)
  const isNew = conversationId === newChat
  const read = (before: string | undefined, signal?: AbortSignal) => {
    const params = { organization_id: organization.id, employee_id: employeeId }
    const query = { conversation_id: conversationId, before, limit: pageSize }
    return call(internalChatPaths.listChatMessages, { params, query }, { signal })
  }

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = await read(undefined, signal)
      return mergeThread(client.getQueryData<Thread>(key), page)
    },
    enabled: !isNew,
    initialData: isNew ? openedThread(null) : undefined,
    staleTime: 0,
    // The thread keeps the identity of every message that did not change by itself.
    structuralSharing: false,
  })
  const older = useMutation({
    mutationFn: (before: string) => read(before),
    onSuccess: (page) => client.setQueryData<Thread>(key, (thread) => thread && withOlder(thread, page)),
  })

  useThreadEvents(key)
  useServerEvent('ready', () => isNew || query.refetch())
  // A teammate that is brought back: what ended while it was deleted was announced to nobody.
  useServerEvent('ai_employee.created', ({ id }) => id !== employeeId || isNew || query.refetch())
  useReadAgain(query.data !== undefined && hasGap(query.data), query.isFetching, query.refetch)

  const loadOlder = () => {
    const before = query.data?.older
    if (before && !older.isPending) older.mutate(before)
  }
  const letGo = () => client.setQueryData<Thread>(key, (thread) => thread && withNewest(thread, mostKept))
  return { query, older: { load: loadOlder, letGo, isPending: older.isPending, isError: older.isError } }
}

function useThreadEvents(key: QueryKey): void {
  const realtime = useContext(RealtimeContext)
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  useEffect(() => {
    if (!realtime) return
    const queryKey: QueryKey = JSON.parse(keyText)
    const queue = createFrameQueue<ThreadEvent>((events) => {
      const thread = client.getQueryData<Thread>(queryKey)
      // Until the first read is there, what is pushed has nothing to be applied to.
      if (!thread) return client.getQueryState(queryKey)?.fetchStatus === 'fetching' ? events : []
      client.setQueryData<Thread>(queryKey, applyEvents(thread, events))
      if (hasReset(thread, events)) client.invalidateQueries({ queryKey, exact: true })
      else if (events.some(isWhole)) readAnewIfReading(client, queryKey)
      return []
    })
    const stops = [
      realtime.on('internal.message', (message) => queue.push({ kind: 'message', message })),
      realtime.on('internal.message_updated', (message) => queue.push({ kind: 'message', message })),
      realtime.on('message_done', (message) => queue.push({ kind: 'message', message })),
      realtime.on('conversation.updated', (conversation) => queue.push({ kind: 'conversation', conversation })),
      realtime.on('conversation.title_updated', (conversation) => queue.push({ kind: 'conversation', conversation })),
      realtime.on('message_delta', (delta) => queue.push({ kind: 'delta', delta })),
      realtime.on('tool_call_started', (activity) => queue.push({ kind: 'tool', status: 'running', activity })),
      realtime.on('tool_call_done', (activity) => queue.push({ kind: 'tool', status: 'done', activity })),
      realtime.on('tool_call_failed', (activity) => queue.push({ kind: 'tool', status: 'failed', activity })),
    ]
    return () => {
      for (const stop of stops) stop()
      queue.close()
    }
  }, [realtime, client, keyText])
}

/** Deltas and tools carry their place in the answer; the other events are a state that an older read would undo. */
const isWhole = ({ kind }: ThreadEvent): boolean => kind === 'message' || kind === 'conversation'

/** Reads again while there is a gap, at once and then ever more slowly. */
function useReadAgain(gap: boolean, isFetching: boolean, refetch: () => void): void {
  const tries = useRef(0)
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  useEffect(() => {
    if (!gap) tries.current = 0
    if (!gap || isFetching) return
    const timer = setTimeout(() => latest.current(), Math.min(150 * 2 ** tries.current, longestPause))
    tries.current += 1
    return () => clearTimeout(timer)
  }, [gap, isFetching])
}
