/** How long an answer asks to be left alone, in seconds or until a date (RFC 9110, 10.2.3); null where it does not say. */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const said = headers.get('retry-after')?.trim()
  if (!said) return null
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
