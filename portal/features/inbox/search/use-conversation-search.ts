import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MIN_SEARCH_LENGTH } from '#contracts/inbox-names.ts'
import * as searchPaths from '#contracts/paths/inbox-search.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import type { InboxLocation } from '../use-inbox-location.ts'

export type ConversationSearch = ReturnType<typeof useConversationSearch>

/** What the words of the address are found in; on from the first character that is typed. */
export function useConversationSearch({ q, scope: { category, teammate } }: Pick<InboxLocation, 'q' | 'scope'>) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.inboxSearch(organization.id, q, category, teammate)
  const isLongEnough = q.length >= MIN_SEARCH_LENGTH
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        searchPaths.searchConversations,
        {
          params: { organization_id: organization.id },
          query: { q, page: pageParam, limit: 20, channel_category: category, ai_employee_id: teammate ?? undefined },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    enabled: isLongEnough,
    refetchOnMount: 'always',
  })
  useServerEvent('ready', () => client.invalidateQueries({ queryKey, exact: true }))
  // A conversation that moved up between two reads may be on both pages.
  const found = [...new Map(query.data?.pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()]
  return { isOn: q !== '', isLongEnough, query, found, isTruncated: query.data?.pages.at(-1)?.truncated === true }
}
