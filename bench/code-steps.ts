// What a step of code costs: a trigger whose flow is one such step, one call after the other, beside the same trigger without it and
// a thread that is started, does nothing and is ended. Once with a line of code, and once with a loop of two million steps.
// The script takes the number of calls.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { median } from './lib/load.ts'
import { processorMs } from './lib/process-figures.ts'
import { openStage } from './lib/stage.ts'

const CALLS = Number(process.argv[2] ?? 40)
/** Before it is measured, because what has just started is slower. */
const WARM_UP = 5
const LOOP = 'let sum = 0; for (let n = 0; n < 2e6; n++) sum += n % 7; return sum'

await using stage = await openStage()
const { url, key, organization_id, cookie } = stage.alongside.ready

async function post<T>(path: string, headers: Record<string, string>, body: object): Promise<T> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${url}${path}`, init)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** A flow of a step of code and an end, or of the end alone. */
async function createWorkflow(name: string, code: string | null): Promise<string> {
  const end = { type: 'end', name: 'End', result: 1 }
  const steps = code === null ? { end } : { run: { type: 'run_code', name: 'Run', code, next: 'end' }, end }
  const path = `/api/organizations/${organization_id}/workflows`
  const body = { name, starting_step_id: code === null ? 'end' : 'run', flow: { steps } }
  return (await post<{ id: string }>(path, { cookie }, body)).id
}

/** The median of a call, and the processor time of `pid` for each. */
async function measure(pid: number, call: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  for (let n = 0; n < WARM_UP; n++) await call()
  const begunMs = processorMs(pid)
  const times: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
  }
  return { ms: median(times), cpuMs: (processorMs(pid) - begunMs) / CALLS }
}

const thread = await measure(process.pid, async () => {
  const worker = new Worker("require('node:worker_threads').parentPort.postMessage(1)", { eval: true })
  await once(worker, 'message')
  await worker.terminate()
})
const withWorkflow = async (name: string, code: string | null) => {
  const id = await createWorkflow(name, code)
  return await measure(stage.alongside.pid, () => post(`/api/private/trigger/${id}`, { 'api-key': key }, {}))
}
const without = await withWorkflow('Without code', null)
console.log(`a thread that does nothing  ${thread.ms.toFixed(0)} ms  processor ${thread.cpuMs.toFixed(0)} ms`)
console.log(`a trigger without code  ${without.ms.toFixed(1)} ms  processor ${without.cpuMs.toFixed(1)} ms`)
for (const [name, code] of [
  ['a line of code', 'return 1'],
  ['a loop of two million', LOOP],
] as const) {
  const { ms, cpuMs } = await withWorkflow(name, code)
  console.log(
    `${name}  ${ms.toFixed(0)} ms, ×${((ms - without.ms) / thread.ms).toFixed(1)} of the thread  processor ${cpuMs.toFixed(0)} ms, ×${((cpuMs - without.cpuMs) / thread.cpuMs).toFixed(1)}`,
  )
}
