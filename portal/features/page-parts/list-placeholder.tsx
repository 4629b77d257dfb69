import { LoadFailed } from './load-failed.tsx'
import { WaitingRows } from './waiting.tsx'

type Query = { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }

/** Shown in place of a list that is loading or could not be loaded; a list that was loaded before stays when a refetch fails. */
export function ListPlaceholder({ query, failed }: { query: Query; failed: string }) {
  if (query.data !== undefined) return null
  return query.isError ? <LoadFailed title={failed} query={query} /> : <WaitingRows />
}
