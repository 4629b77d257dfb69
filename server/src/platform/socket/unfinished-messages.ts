import type { WebSocket } from 'ws'

/** What all connections of this process may have sent of messages that are not dealt with yet. */
const MAX_UNFINISHED_BYTES = 64 * 1024 * 1024
const TRY_AGAIN_LATER = 1013
/** So that the code of the close still leaves. */
const TERMINATE_AFTER_MS = 500

/**
 * The library collects a message before it hands it over: many large ones that are begun and never ended must not add up.
 * Where they do, the connection that holds the most is closed.
 */
export function unfinishedMessages() {
  const held = new Map<WebSocket, number>()
  let total = 0

  function free(client: WebSocket, bytes: number): void {
    const own = held.get(client)
    if (own === undefined) return
    const freed = Math.min(own, bytes)
    held.set(client, own - freed)
    total -= freed
  }

  function closeLargest(): void {
    const [largest] = [...held].sort(([, a], [, b]) => b - a)[0] ?? []
    if (!largest) return
    forget(largest)
    largest.close(TRY_AGAIN_LATER, 'Too much is being sent at the moment')
    // It is not read any further, so that it cannot answer the close either.
    largest.pause()
    setTimeout(() => largest.terminate(), TERMINATE_AFTER_MS).unref()
  }

  function forget(client: WebSocket): void {
    free(client, Number.POSITIVE_INFINITY)
    held.delete(client)
  }

  return {
    open: (client: WebSocket): void => void held.set(client, 0),
    add(client: WebSocket, bytes: number): void {
      const own = held.get(client)
      if (own === undefined) return
      held.set(client, own + bytes)
      total += bytes
      if (total > MAX_UNFINISHED_BYTES) closeLargest()
    },
    /** What a connection holds now is free once a message that ended with it is dealt with. */
    release(client: WebSocket, dealtWith: void | Promise<void>): void {
      const bytes = held.get(client) ?? 0
      if (dealtWith) void dealtWith.finally(() => free(client, bytes))
      else free(client, bytes)
    },
    forget,
  }
}
