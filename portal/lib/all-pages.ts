import { api } from './api.ts'

type Page<T> = { data: T[]; hasMore: boolean }

const most = 50

/** Every row of a list that the server hands out in pages: for lists that are searched and sorted in the browser. */
export async function fetchAllPages<T>(path: string, signal: AbortSignal): Promise<{ data: T[] }> {
  const data: T[] = []
  for (let page = 1; page <= most; page += 1) {
    const answer = await api.get<Page<T>>(`${path}?limit=100&page=${page}`, { signal })
    data.push(...answer.data)
    if (!answer.hasMore) break
  }
  return { data }
}
