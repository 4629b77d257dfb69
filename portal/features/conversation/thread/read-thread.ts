import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ThreadEvent } from '#thread/apply-events.ts'
import { mergeNewest } from '#thread/merge-page.ts'
import type { Thread, ThreadPage } from '#thread/thread.ts'

/** Events that arrived since each read in progress began. */
const pushedDuring = new WeakMap<Query, ThreadEvent[]>()

/**
 * Reads the newest page and brings the thread under this key up to it, and to what was pushed meanwhile. Begun again with
 * each event, a read through a slow network would never end.
 */
export async function readThread(
  client: QueryClient,
  queryKey: QueryKey,
  readPage: () => Promise<ThreadPage>,
): Promise<Thread> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  const pushed: ThreadEvent[] = []
  if (query) pushedDuring.set(query, pushed)
  try {
    const page = await readPage()
    return mergeNewest(client.getQueryData<Thread>(queryKey), page, { pushed })
  } finally {
    if (query && pushedDuring.get(query) === pushed) pushedDuring.delete(query)
  }
}

/** For a read under way, whose page may be from before this event. */
export function notePushed(client: QueryClient, queryKey: QueryKey, event: ThreadEvent): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query) pushedDuring.get(query)?.push(event)
}
