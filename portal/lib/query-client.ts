import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import { refetchAfterInFlight } from './query-cache.ts'
import { queryKeys } from './query-keys.ts'

/** What is invalidated while it is read for the first time is read once more. */
class PortalQueryClient extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    // The library restarts every read but the first, whose answer may be from before the change.
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...first.map(({ queryKey }) => refetchAfterInFlight(this, queryKey)),
    ])
  }
}

/** A lost session shows in whichever request meets it first; asking who we are then leads to the sign-in page. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) client.invalidateQueries({ queryKey: queryKeys.whoAmI })
  }
  const client: QueryClient = new PortalQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && isTransientError(error) },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Whether the same request may be answered a moment later. */
export function isTransientError(error: unknown): boolean {
  return !(error instanceof ApiError) || error.kind !== 'refused' || (error.status ?? 0) >= 500
}
