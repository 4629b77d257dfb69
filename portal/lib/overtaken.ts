import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** News may overtake a read that is under way, which would then answer with what was before it: it is begun anew. */
export async function readAnewIfReading(client: QueryClient, queryKey: QueryKey): Promise<void> {
  if (client.getQueryState(queryKey)?.fetchStatus !== 'fetching') return
  // A first read is not begun anew by being invalidated.
  await client.cancelQueries({ queryKey, exact: true })
  await client.refetchQueries({ queryKey, exact: true, type: 'active' })
}

const owed = new Set<string>()

/** The same where news may come without end: the read under way is let through, and followed by one more. */
export async function readAgainIfReading(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const name = JSON.stringify(queryKey)
  if (client.getQueryState(queryKey)?.fetchStatus !== 'fetching' || owed.has(name)) return
  owed.add(name)
  const read = () => client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
  await read()
  owed.delete(name)
  await read()
}

/** For news that say that something changed and not how: also a first read, which may have been overtaken, is followed by one more. */
export function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirst = client.getQueryState(queryKey)?.data === undefined
  return isFirst ? readAgainIfReading(client, queryKey) : client.invalidateQueries({ queryKey, exact: true })
}
