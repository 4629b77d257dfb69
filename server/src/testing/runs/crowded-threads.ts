import { IsolatedThread, ThreadEnded } from '#platform/isolated-thread.ts'

const LIMITS = { deadlineMs: 60_000, memoryMb: 512 }
/** Of each thread; the last one is small. */
const MEGABYTES = [400, 400, 400, 400, 20]
let peakBytes = 0
const sampling = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, 20)

async function fill(megabytes: number): Promise<string> {
  await using thread = new IsolatedThread<number, number>(new URL('./filling-worker.ts', import.meta.url), LIMITS)
  try {
    await thread.ask(megabytes, new AbortController().signal)
    return 'done'
  } catch (error) {
    if (error instanceof ThreadEnded) return error.why
    throw error
  }
}

const outcomes = await Promise.all(MEGABYTES.map(fill))
clearInterval(sampling)
const restBytes = process.memoryUsage.rss()
// Once there is room again, a large one comes to its end.
const alone = await fill(200)
process.stdout.write(
  `outcome ${JSON.stringify({ outcomes, alone, peak_mb: peakBytes / 2 ** 20, rest_mb: restBytes / 2 ** 20 })}\n`,
)
