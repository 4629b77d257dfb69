import { Worker } from 'node:worker_threads'
import type { Chunk } from './chunk.ts'
import { Unreadable } from './unreadable.ts'

export type ExtractRequest = {
  bytes: Uint8Array
  extension: string
  /** Of the local embedding; null where another one is asked. */
  dimensions: number | null
}
export type Extracted = { chunks: Chunk[]; vectors: Float32Array[] | null } | { unreadable: string; cause?: string }

const MEMORY_MB = 512
const DEADLINE_MS = 60_000
const WATCH_MS = 100

/**
 * Reads documents that strangers brought, one at a time, where they can do no harm: in a thread with a memory of its own
 * that is ended at its deadline. The thread is kept for the next document while it behaves.
 */
export class ExtractionThread implements AsyncDisposable {
  #worker: Worker | null = null
  readonly #deadline_ms: number

  constructor(deadline_ms = DEADLINE_MS) {
    this.#deadline_ms = deadline_ms
  }

  async extract(request: ExtractRequest, signal: AbortSignal): Promise<Extract<Extracted, { chunks: unknown }>> {
    signal.throwIfAborted()
    const worker = this.#worker ?? start()
    this.#worker = worker
    const { promise, resolve, reject } = Promise.withResolvers<Extracted>()
    const late = () => reject(new Unreadable('Reading the document takes too long'))
    const timer = setTimeout(late, this.#deadline_ms)
    const stop = () => reject(signal.reason)
    const fail = () => reject(new Unreadable('Reading the document takes too much memory'))
    const watch = setInterval(() => tooMuch(worker).then((is) => is && fail()), WATCH_MS)
    signal.addEventListener('abort', stop)
    worker.once('message', resolve)
    worker.once('error', fail)
    worker.once('exit', fail)
    worker.postMessage(request)
    let answered = false
    try {
      const extracted = await promise
      answered = true
      if ('chunks' in extracted) return extracted
      throw new Unreadable(extracted.unreadable, { cause: extracted.cause })
    } finally {
      // A thread that answered is in order; one that had to be waited for is not.
      if (!answered) await this[Symbol.asyncDispose]()
      clearTimeout(timer)
      clearInterval(watch)
      signal.removeEventListener('abort', stop)
      worker.off('message', resolve).off('error', fail).off('exit', fail)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}

/** The limits of a thread leave out what lies beside its heap, such as unpacked bytes. */
async function tooMuch(worker: Worker): Promise<boolean> {
  const { external_memory = 0 } = await worker.getHeapStatistics().catch(() => ({ external_memory: 0 }))
  return external_memory > MEMORY_MB * 2 ** 20
}

function start(): Worker {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // What a reader of documents prints is of no use to anybody.
    stdout: true,
    stderr: true,
  })
  worker.on('error', () => undefined)
  return worker
}
