import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { addOlder, mergeNewest } from '#thread/merge-page.ts'
import { hasGap } from '#thread/pending-deltas.ts'
import { type Thread, type ThreadPage, trimToNewest } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { useMarkDisconnected } from '../../conversation/thread/use-mark-disconnected.ts'
import { useReadAgain } from '../../conversation/thread/use-read-again.ts'
import { useThreadEvents } from '../../conversation/thread/use-thread-events.ts'

const messageEvents = ['conversation.message_sent', 'conversation.message_updated'] as const
const pageSize = 30
const maxStored = 150

/** The messages of a conversation as those see them who look after it, kept live. */
export function useMessagesOf(conversation: InboxConversationDetail) {
  const { organization } = useSession()
  const client = useQueryClient()
  const key = queryKeys.inboxThread(organization.id, conversation.id)
  const read = async (page: number, signal?: AbortSignal): Promise<ThreadPage> => {
    const params = { organization_id: organization.id, conversation_id: conversation.id }
    const { data, hasMore } = await call(
      inboxPaths.listInboxMessages,
      { params, query: { page, limit: pageSize } },
      { signal },
    )
    return { conversation, data, hasMore, next: data.at(-1)?.id ?? null }
  }
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => mergeNewest(client.getQueryData<Thread>(key), await read(1, signal)),
    staleTime: 0,
    // The thread keeps the identity of every message that did not change by itself.
    structuralSharing: false,
  })
  const older = useMutation({
    mutationFn: async (known: Thread) => {
      const ids = new Set(known.messages.map(({ id }) => id))
      // Pages are counted from the newest message, of which there may be some that are not known here.
      for (let page = Math.floor(known.messages.length / pageSize) + 1; ; page += 1) {
        const found = await read(page)
        if (!found.hasMore || found.data.some(({ id }) => !ids.has(id))) return found
      }
    },
    onSuccess: (page, { older }) =>
      client.setQueryData<Thread>(key, (thread) => thread && addOlder(thread, page, older ?? '')),
  })

  useMarkDisconnected(key)
  useThreadEvents(key, messageEvents)
  const readAgain = () => client.invalidateQueries({ queryKey: key, exact: true })
  useServerEvent('ready', readAgain)
  useServerEvent('ai_employee.created', ({ id }) => id === conversation.ai_employee_id && readAgain())
  useReadAgain(query.data !== undefined && hasGap(query.data), query.isFetching, query.refetch)

  const load = () => {
    if (query.data?.older && !older.isPending) older.mutate(query.data)
  }
  const letGo = () => client.setQueryData<Thread>(key, (thread) => thread && trimToNewest(thread, maxStored))
  return { query, older: { load, letGo, isPending: older.isPending, isError: older.isError } }
}
