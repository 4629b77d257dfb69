import { readLimited } from './read-limited.ts'

const MAX_BYTES = 1024 * 1024

/** Answers that these statuses begin have no body, and `Response` takes none for them. */
const EMPTY = new Set([101, 103, 204, 205, 304])

/** A `fetch` for services that the operator chose: its answers are read whole, so neither their length nor their time is theirs to choose. */
export function boundedFetch(signal: AbortSignal): (url: string, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const signals = init.signal ? AbortSignal.any([signal, init.signal]) : signal
    const response = await fetch(url, { ...init, signal: signals })
    const { status, headers } = response
    const body = await readLimited(response, MAX_BYTES)
    return new Response(EMPTY.has(status) ? null : new Uint8Array(body), { status, headers })
  }
}
