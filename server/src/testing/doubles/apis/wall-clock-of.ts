/** What a clock in the zone shows, worked out apart from the code that is tried. */
export const wallClockOf = (at: Date, zone: string): string =>
  at.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')

/** When a clock in the zone shows this; the first of two. */
export function instantAt(wall: string, zone: string): Date {
  const shown = Date.parse(`${wall.slice(0, 19)}Z`)
  for (let at = shown - 15 * 3_600_000; at <= shown + 15 * 3_600_000; at += 15 * 60_000)
    if (wallClockOf(new Date(at), zone) === new Date(shown).toISOString().slice(0, 19)) return new Date(at)
  throw new Error(`No clock in ${zone} shows ${wall}`)
}

export const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
