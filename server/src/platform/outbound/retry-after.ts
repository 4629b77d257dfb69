/** How long an answer asks to be left alone, in seconds or until a date (RFC 9110, 10.2.3); null where it does not say. */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/** The same in whole seconds, as a property that is absent where it does not say. */
export function retryAfter(headers: Headers, now: Date): { retry_after_seconds?: number } {
  const waitMs = retryAfterMs(headers, now)
  return waitMs === null ? {} : { retry_after_seconds: Math.ceil(waitMs / 1000) }
}
