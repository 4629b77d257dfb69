/** The result of some work, or the signal's reason as soon as it aborts; what the work does later is nobody's concern. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    // A late failure is nobody's concern either, and must not end the process.
    work.catch(() => undefined)
  }
}
