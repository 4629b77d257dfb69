import { setTimeout } from 'node:timers/promises'
import { retryAfterMs } from '#platform/outbound/retry-after.ts'

const FIRST_WAIT_MS = 500

/** How long the provider asks to be left alone; twice as long each time where it does not say. */
export const waitMsOf = (headers: Headers, tries: number): number =>
  retryAfterMs(headers, new Date()) ?? FIRST_WAIT_MS * 2 ** (tries - 1)

export const inTime = (wait_ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(wait_ms, undefined, { signal })
