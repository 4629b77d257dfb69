import { useQuery } from '@tanstack/react-query'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'
import type { CountScope } from './counts.ts'

/** The five counts of the inbox. Events change them, and `CountEvents` alone refetches them. */
export function useCounts({ category, teammate }: CountScope) {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.inboxCountsOf(organization.id, category, teammate),
    queryFn: ({ signal }) =>
      call(
        inboxPaths.countInboxConversations,
        {
          params: { organization_id: organization.id },
          query: { channel_category: category, ai_employee_id: teammate ?? undefined },
        },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
