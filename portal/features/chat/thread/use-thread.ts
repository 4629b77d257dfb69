import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { addOlder, mergeNewest } from '#thread/merge-page.ts'
import { hasGap } from '#thread/pending-deltas.ts'
import { emptyThread, type Thread, trimToNewest } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { useMarkDisconnected } from '../../conversation/thread/use-mark-disconnected.ts'
import { useReadAgain } from '../../conversation/thread/use-read-again.ts'
import { useThreadEvents } from '../../conversation/thread/use-thread-events.ts'
import { newChat } from './new-chat.ts'

const messageEvents = ['internal.message', 'internal.message_updated', 'message_done'] as const
const pageSize = 30
/** Beyond this many, what was read of the past is let go of as soon as the reader is back at the newest. */
const maxStored = 150

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
      return mergeNewest(client.getQueryData<Thread>(key), page)
    },
    enabled: !isNew,
    initialData: isNew ? emptyThread(null) : undefined,
    staleTime: 0,
    // The thread keeps the identity of every message that did not change by itself.
    structuralSharing: false,
  })
  const older = useMutation({
    mutationFn: (before: string) => read(before),
    onSuccess: (page, before) => client.setQueryData<Thread>(key, (thread) => thread && addOlder(thread, page, before)),
  })

  useMarkDisconnected(key)
  useThreadEvents(key, messageEvents)
  const readAgain = () => client.invalidateQueries({ queryKey: key, exact: true })
  useServerEvent('ready', readAgain)
  // A teammate that is brought back: what ended while it was deleted was announced to nobody.
  useServerEvent('ai_employee.created', ({ id }) => id === employeeId && readAgain())
  useReadAgain(query.data !== undefined && hasGap(query.data), query.isFetching, query.refetch)

  const loadOlder = () => {
    const before = query.data?.older
    if (before && !older.isPending) older.mutate(before)
  }
  const letGo = () => client.setQueryData<Thread>(key, (thread) => thread && trimToNewest(thread, maxStored))
  return { query, older: { load: loadOlder, letGo, isPending: older.isPending, isError: older.isError } }
}
