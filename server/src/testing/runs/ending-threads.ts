import { IsolatedThread } from '#platform/isolated-thread.ts'

const thread = new URL('../../features/runs/code/thread.ts', import.meta.url)
const code = 'const a = {}; for (let i = 0; i < 3e4; i++) a["k" + (i % 999)] = [i]; return Object.keys(a).length'
const request = { code, given: '{"input":{},"state":{},"output":{},"env":{}}', timeout_ms: 60_000 }
const limits = { deadlineMs: 60_000, memoryMb: 160 }
let left = 60

/** One after the other, each in a thread of its own that is ended after it. */
async function lane(): Promise<void> {
  while (left-- > 0) {
    await using isolated = new IsolatedThread<object, { result?: string }>(thread, limits)
    const { result } = await isolated.ask(request, new AbortController().signal)
    if (result !== '999') throw new Error(`The code answered ${result}`)
  }
}

await Promise.all(Array.from({ length: 8 }, lane))
