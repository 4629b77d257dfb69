import type { Query, QueryClient, QueryFilters, QueryKey, Updater } from '@tanstack/react-query'

/** An event may overtake a read in flight, which would then answer with the state before it: that read is restarted. */
export async function restartInFlight(client: QueryClient, queryKey: QueryKey): Promise<void> {
  if (client.getQueryState(queryKey)?.fetchStatus !== 'fetching') return
  // A first read is not begun again by being invalidated.
  await client.cancelQueries({ queryKey, exact: true })
  await client.refetchQueries({ queryKey, exact: true, type: 'active' })
}

const queuedForRefetch = new WeakSet<Query>()
/** From the end of a read to the next one, if there is data to show meanwhile. */
const REFETCH_DELAY_MS = 500

/** For frequent events: waits for the read in flight and follows it with one more, because restarted reads might never end. */
export async function refetchAfterInFlight(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus !== 'fetching' || queuedForRefetch.has(query)) return
  queuedForRefetch.add(query)
  const isFirst = query.state.data === undefined
  await query.promise?.catch(() => {})
  if (!isFirst) await new Promise((resolve) => setTimeout(resolve, REFETCH_DELAY_MS))
  queuedForRefetch.delete(query)
  await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
}

/** Refetches what an event may have changed. */
export function refetchAfterEvent(client: QueryClient, filters: QueryFilters): void {
  for (const { queryKey } of client.getQueryCache().findAll(filters)) refetchAfterInFlight(client, queryKey)
  client.invalidateQueries(filters, { cancelRefetch: false })
}

/** Applies an event to what is cached under a key, so that no earlier read reverts it. */
export function updateCached<T>(client: QueryClient, queryKey: QueryKey, updater: (cached: T) => T): void {
  client.setQueryData<T>(queryKey, (cached) => (cached === undefined ? cached : updater(cached)))
  refetchAfterInFlight(client, queryKey)
}

/** Caches the response to a change under its key, and restarts a read that may have begun before the change. */
export function setFromResponse<T>(
  client: QueryClient,
  queryKey: QueryKey,
  answer: Updater<T | undefined, T | undefined>,
): void {
  client.setQueryData<T>(queryKey, answer)
  restartInFlight(client, queryKey)
}
