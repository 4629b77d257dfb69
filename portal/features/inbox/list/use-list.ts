import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { nextPageOf, withNewestPage, withNextPage } from '../../conversation/recent.ts'
import type { InboxList, ListScope } from './inbox-list.ts'

const pageSize = 20
const maxPageSize = 100

/** The conversations that are looked at, as far as they are loaded; `useInboxEvents` keeps them live. */
export function useList({ filter, category, teammate, label }: ListScope) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.inboxList(organization.id, filter, category, teammate, label)
  const read = (page: number, limit: number, signal?: AbortSignal) =>
    call(
      inboxPaths.listInboxConversations,
      {
        params: { organization_id: organization.id },
        query: {
          page,
          limit,
          filter: filter ?? undefined,
          channel_category: category,
          ai_employee_id: teammate ?? undefined,
          label_id: label ?? undefined,
        },
      },
      { signal },
    )
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const count = client.getQueryData<InboxList>(queryKey)?.entries.length ?? 0
      const page = await read(1, Math.min(maxPageSize, Math.max(pageSize, count)), signal)
      return withNewestPage(client.getQueryData<InboxList>(queryKey), page)
    },
    structuralSharing: false,
    // No events are applied to this list while another one is shown.
    refetchOnMount: 'always',
  })
  const more = useMutation({
    mutationFn: (cached: InboxList) => read(nextPageOf(cached, pageSize), pageSize),
    onSuccess: (page) => client.setQueryData<InboxList>(queryKey, (cached) => cached && withNextPage(cached, page)),
  })
  const loadMore = () => {
    if (query.data?.hasMore && !more.isPending) more.mutate(query.data)
  }
  return { query, more: { load: loadMore, isPending: more.isPending, isError: more.isError } }
}
