import type { Query, QueryClient, QueryFilters, QueryKey, Updater } from '@tanstack/react-query'

/** News may overtake a read that is under way, which would then answer with what was before it: it is begun again. */
export async function restartInFlight(client: QueryClient, queryKey: QueryKey): Promise<void> {
  if (client.getQueryState(queryKey)?.fetchStatus !== 'fetching') return
  // A first read is not begun again by being invalidated.
  await client.cancelQueries({ queryKey, exact: true })
  await client.refetchQueries({ queryKey, exact: true, type: 'active' })
}

const toReadAgain = new WeakSet<Query>()
/** Between a read and the one that follows it, where something is shown meanwhile. */
const PAUSE_MS = 500

/** The same where news may come without end: the read under way is let through, and followed by one more, at its pace. */
export async function refetchAfterInFlight(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus !== 'fetching' || toReadAgain.has(query)) return
  toReadAgain.add(query)
  const isFirst = query.state.data === undefined
  await query.promise?.catch(() => {})
  if (!isFirst) await new Promise((over) => setTimeout(over, PAUSE_MS))
  toReadAgain.delete(query)
  await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
}

/** Reads again what news may have changed. A read under way is let through: begun again each time, a slow one would never end. */
export function refetchAfterEvent(client: QueryClient, filters: QueryFilters): void {
  for (const { queryKey } of client.getQueryCache().findAll(filters)) refetchAfterInFlight(client, queryKey)
  client.invalidateQueries(filters, { cancelRefetch: false })
}

/** Works news into what is known under a key, so that no read from before them takes them back. */
export function updateCached<T>(client: QueryClient, queryKey: QueryKey, how: (known: T) => T): void {
  client.setQueryData<T>(queryKey, (known) => (known === undefined ? known : how(known)))
  refetchAfterInFlight(client, queryKey)
}

/** Puts what a change was answered with under its key; a read that may be from before the change is begun again. */
export function setFromResponse<T>(
  client: QueryClient,
  queryKey: QueryKey,
  answer: Updater<T | undefined, T | undefined>,
): void {
  client.setQueryData<T>(queryKey, answer)
  restartInFlight(client, queryKey)
}
