/**
 * A signal that follows another one and ends after so many seconds. Unlike `AbortSignal.any` over a timeout it leaves
 * nothing behind on the signal above once it is stopped, however many there were.
 */
export function wallClock(above: AbortSignal, seconds: number, reason: string): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  const stopped = () => controller.abort(above.reason)
  if (above.aborted) stopped()
  above.addEventListener('abort', stopped, { once: true })
  const timer = setTimeout(() => controller.abort(new DOMException(reason, 'TimeoutError')), seconds * 1000)
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      above.removeEventListener('abort', stopped)
    },
  }
}
