// A thread that does nothing but use its core, for `bench/fair-share.ts`.
import { once } from 'node:events'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

/** Resolves when the time is over. */
export async function occupyCore(forMs: number): Promise<void> {
  await once(new Worker(new URL(import.meta.url), { workerData: forMs }), 'exit')
}

if (!isMainThread) {
  const until = performance.now() + Number(workerData)
  while (performance.now() < until);
}
