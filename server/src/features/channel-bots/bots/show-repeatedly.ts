import { setTimeout as sleep } from 'node:timers/promises'

/** The typing indicator stops after this time. */
const MAX_SHOWN_MS = 30 * 60_000

/** Shows a status of limited duration until the signal ends. False where the platform asked the bot to wait, or refused it. */
export async function showRepeatedly(
  ended: AbortSignal,
  intervalMs: number,
  show: (signal: AbortSignal) => Promise<{ outcome: string }>,
): Promise<boolean> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(MAX_SHOWN_MS)])
  while (!signal.aborted) {
    const { outcome } = await show(signal)
    if (outcome === 'limited' || outcome === 'refused') return false
    await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return true
}
