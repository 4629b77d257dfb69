// A thread that calls one address without a pause, each time from another client's address, for `bench/fair-share.ts`. A thread
// of its own, so that what it costs to send delays no measurement.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const CLIENTS = 16

/** `until`: by the clock of the wall, in milliseconds. */
export type FloodOrder = { url: string; body: string; until: number; headers?: Record<string, string> }

/** Floods in a thread, and says how it was answered. */
export async function floodElsewhere(order: FloodOrder): Promise<string> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order })
  const [answers] = (await once(worker, 'message')) as [string]
  return answers
}

async function flood({ url, body, until, headers: more }: FloodOrder): Promise<string> {
  const answers = new Map<number, number>()
  let address = 0
  const call = async () => {
    while (Date.now() < until) {
      const from = `2001:db8::${(++address).toString(16)}`
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, ...more }
      const answer = await fetch(url, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, call))
  return [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
}

if (!isMainThread) parentPort?.postMessage(await flood(workerData as FloodOrder))
