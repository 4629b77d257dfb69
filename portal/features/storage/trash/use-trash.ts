import { useInfiniteQuery } from '@tanstack/react-query'
import * as storagePaths from '#contracts/paths/storage.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

/** What was deleted, the latest first, page by page. */
export function useTrash() {
  const { organization } = useSession()
  return useInfiniteQuery({
    queryKey: queryKeys.trash(organization.id),
    queryFn: ({ pageParam, signal }) =>
      call(
        storagePaths.listTrash,
        { params: { organization_id: organization.id }, query: { page: pageParam } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => ({ entries: pages.flatMap(({ data }) => data), total: pages[0]?.total ?? 0 }),
  })
}
