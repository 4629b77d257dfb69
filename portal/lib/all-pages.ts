type Page<T> = { data: T[]; hasMore: boolean }
export type PageQuery = { page: number; limit: number }

const maxPages = 50

/** All pages of a list, for lists that are searched and sorted in the browser. */
export async function fetchAllPages<T>(read: (query: PageQuery) => Promise<Page<T>>): Promise<{ data: T[] }> {
  const data: T[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await read({ page, limit: 100 })
    data.push(...answer.data)
    if (!answer.hasMore) break
  }
  return { data }
}
