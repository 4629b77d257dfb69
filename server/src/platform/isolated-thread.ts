import { type Transferable, Worker } from 'node:worker_threads'
import type { IsolatedWork } from './isolated-worker.ts'
import { countThread, type ThreadUse } from './memory-pressure.ts'

/** A thread had to be ended before it answered. */
export class ThreadEnded extends Error {
  readonly why: 'time' | 'memory'

  constructor(why: 'time' | 'memory') {
    super(why === 'time' ? 'The thread did not answer in time' : 'The thread needed too much memory')
    this.why = why
  }
}

const MEASURE_MS = 50
/** Requests and the database have the cores first; what has a deadline still comes to its end beside them. */
const NICENESS = 10

/** `niceness`: how far it gives way to other threads, from 0 to 19. */
type Limits = { deadlineMs: number; memoryMb: number; niceness?: number }

/**
 * Does work on untrusted uploads, one piece at a time, where it can do no harm: in a thread with a heap of its own
 * that is ended at its deadline. The thread is started when first needed, and kept for the next piece while it behaves.
 */
export class IsolatedThread<Request, Answer> implements AsyncDisposable {
  #worker: Worker | null = null
  readonly #url: URL
  readonly #deadlineMs: number
  readonly #memoryMb: number
  readonly #niceness: number

  constructor(url: URL, { deadlineMs, memoryMb, niceness = NICENESS }: Limits) {
    this.#url = url
    this.#deadlineMs = deadlineMs
    this.#memoryMb = memoryMb
    this.#niceness = niceness
  }

  /** Rejects with `ThreadEnded`, or with the signal's reason. */
  async ask(request: Request, signal: AbortSignal, transfer: Transferable[] = []): Promise<Answer> {
    signal.throwIfAborted()
    const worker = this.#worker ?? this.#start()
    this.#worker = worker
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => reject(new ThreadEnded('time')), this.#deadlineMs)
    const fail = () => reject(new ThreadEnded('memory'))
    const stop = () => reject(signal.reason)
    using use = countThread(fail)
    const watch = setInterval(() => this.#needsTooMuch(worker, use).then((is) => is && fail()), MEASURE_MS)
    signal.addEventListener('abort', stop)
    worker.once('message', resolve)
    worker.once('error', fail)
    worker.once('exit', fail)
    let answered = false
    try {
      worker.postMessage(request, transfer)
      const answer = await promise
      answered = true
      return answer
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

  /** The limits of a thread leave out what lies beside its heap, such as unpacked bytes. */
  async #needsTooMuch(worker: Worker, use: ThreadUse): Promise<boolean> {
    const none = { external_memory: 0, total_heap_size: 0 }
    const { external_memory = 0, total_heap_size } = await worker.getHeapStatistics().catch(() => none)
    use.bytes = external_memory + total_heap_size
    return external_memory > this.#memoryMb * 2 ** 20
  }

  #start(): Worker {
    const workerData: IsolatedWork = { url: this.#url.href, niceness: this.#niceness }
    const worker = new Worker(new URL('./isolated-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
      // What a reader of documents prints is of no use to anybody.
      stdout: true,
      stderr: true,
    })
    worker.on('error', () => undefined)
    return worker
  }
}
