/** Half of the time for which a key was served counts no more after so long. */
const HALF_LIFE_MS = 30_000
/** What is left of it then is a thousandth. */
const RETENTION_MS = 10 * HALF_LIFE_MS

/** For how long each key was served lately, in milliseconds, so that one whose work takes long comes after others. */
export function createServedTimes() {
  /** The key that was served longest ago first. */
  const times = new Map<string, { ms: number; at: number }>()

  function of(key: string): number {
    const known = times.get(key)
    return known ? known.ms * 2 ** ((known.at - performance.now()) / HALF_LIFE_MS) : 0
  }

  function add(key: string, ms: number): void {
    const at = performance.now()
    const sum = of(key) + ms
    times.delete(key)
    times.set(key, { ms: sum, at })
    for (const [oldest, known] of times) {
      if (known.at > at - RETENTION_MS) break
      times.delete(oldest)
    }
  }

  return { of, add }
}
