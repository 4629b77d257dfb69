import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contracts/conversations.ts'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { call } from '../../../lib/api.ts'
import { restartInFlight } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { nextPageOf, withNewestPage, withNextPage } from '../../conversation/recent.ts'
import { type History, patched, touched } from './cached-chats.ts'
import { changeHistory } from './change-history.ts'

const pageSize = 20
const maxPageSize = 100

/** The person's chats with all teammates. Events update the cache; only a new chat is read. */
export function useHistory() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.history(organization.id)
  const read = (page: number, limit: number, signal?: AbortSignal) =>
    call(
      internalChatPaths.listChatHistory,
      { params: { organization_id: organization.id }, query: { page, limit } },
      { signal },
    )
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const count = client.getQueryData<History>(queryKey)?.entries.length ?? 0
      const page = await read(1, Math.min(maxPageSize, Math.max(pageSize, count)), signal)
      return withNewestPage(client.getQueryData<History>(queryKey), page)
    },
    structuralSharing: false,
    // No events are applied while the rail is hidden.
    refetchOnMount: 'always',
  })
  const more = useMutation({
    mutationFn: (cached: History) => read(nextPageOf(cached, pageSize), pageSize),
    onSuccess: (page) => changeHistory(client, organization.id, (cached) => withNextPage(cached, page)),
  })
  useHistoryEvents(client, organization.id)
  const loadMore = () => {
    if (query.data?.hasMore && !more.isPending) more.mutate(query.data)
  }
  return { query, more: { load: loadMore, isPending: more.isPending, isError: more.isError } }
}

/** Events come of every conversation that the person may see in the inbox; those of visitors must not restart the read of this list. */
const isChat = ({ channel }: Conversation): boolean => channel === 'employee_chat'

/** Chats that were removed: an event that one is back is a reason to refetch. */
const gone = new Set<string>()

function useHistoryEvents(client: QueryClient, organizationId: string): void {
  const queryKey = queryKeys.history(organizationId)
  const readAgain = () => client.invalidateQueries({ queryKey })
  const update = (updater: (cached: History) => History) => {
    changeHistory(client, organizationId, updater)
    restartInFlight(client, queryKey)
  }
  const onMessage = ({ conversation_id, created_at }: { conversation_id: string; created_at: string }) => {
    const cached = client.getQueryData<History>(queryKey)
    const moved = cached && touched(cached, conversation_id, created_at)
    if (!moved) readAgain()
    else if (moved !== cached) update(() => moved)
  }
  useServerEvent('ready', readAgain)
  useServerEvent('internal.message', onMessage)
  useServerEvent('conversation.title_updated', (change) => {
    if (isChat(change)) update((cached) => patched(cached, change))
  })
  useServerEvent('conversation.updated', (change) => {
    if (!isChat(change)) return
    if (change.deleted_at) gone.add(change.id)
    else if (gone.delete(change.id)) readAgain()
    update((cached) => patched(cached, change))
  })
}
