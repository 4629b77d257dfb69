import { useInfiniteQuery } from '@tanstack/react-query'

type Page<T> = { data: T[]; page: number; hasMore: boolean }

/** The loaded pages of a list, refetched whenever it is mounted. */
export function usePages<T extends object>(
  queryKey: readonly unknown[],
  read: (page: number, signal: AbortSignal) => Promise<Page<T>>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => onceEach(pages.flatMap(({ data }) => data)),
    refetchOnMount: 'always',
  })
}

/** A row that went down a page while the pages were read is on two of them. */
function onceEach<T extends object>(rows: T[]): T[] {
  return [...new Map(rows.map((row) => ['id' in row ? row.id : row, row])).values()]
}
