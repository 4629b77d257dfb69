import { useInfiniteQuery } from '@tanstack/react-query'

type Page<T> = { data: T[]; page: number; hasMore: boolean }

/** A list that the server hands out in pages, as far as it was asked for. It is read anew whenever it is shown. */
export function usePages<T>(
  queryKey: readonly unknown[],
  read: (page: number, signal: AbortSignal) => Promise<Page<T>>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    refetchOnMount: 'always',
  })
}
