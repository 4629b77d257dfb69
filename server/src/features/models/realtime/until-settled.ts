/** Waits for something that never rejects; throws the signal's reason where that comes first. */
export async function untilSettled(last: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', stop)
  await Promise.race([last, promise]).finally(() => signal.removeEventListener('abort', stop))
}
