import { isTransientError } from './query-client.ts'

/** A restart of the server and a change of the network are over by then. */
const RETRY_MS = [1000, 3000]

/** For mutations that may be repeated: tries again for some seconds what may be answered a moment later. */
export const retryBriefly = {
  retry: (failures: number, error: Error) => failures < RETRY_MS.length && isTransientError(error),
  retryDelay: (failures: number) => RETRY_MS[failures] ?? 0,
}

/** The same for a function. */
export async function persist<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const ms of RETRY_MS) {
    try {
      return await attempt()
    } catch (error) {
      if (signal?.aborted || !isTransientError(error)) throw error
      await new Promise((done) => setTimeout(done, ms))
      signal?.throwIfAborted()
    }
  }
  return attempt()
}
