import { useInfiniteQuery } from '@tanstack/react-query'
import type { TrashPage } from '#contracts/storage.ts'
import { api } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { organizationPath, useSession } from '../../../lib/session.ts'

/** What was deleted, the latest first, page by page. */
export function useTrash() {
  const { organization } = useSession()
  return useInfiniteQuery({
    queryKey: queryKeys.trash(organization.id),
    queryFn: ({ pageParam, signal }) =>
      api.get<TrashPage>(organizationPath(organization, `/storage/trash?page=${pageParam}`), { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => ({ entries: pages.flatMap(({ data }) => data), total: pages[0]?.total ?? 0 }),
  })
}
