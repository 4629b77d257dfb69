/** Of work that grows with its input; what grows with the square of the tests' inputs takes minutes. */
export const MAX_DELAY_MS = 8000

/** What this thread spends on it, in milliseconds of its own: other load on the machine does not count. */
export async function processorTimeMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
