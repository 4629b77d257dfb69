import { IsolatedThread, ThreadEnded } from '#platform/isolated-thread.ts'
import type { Chunk } from './chunk.ts'
import type { SearchText } from './search-text.ts'
import { TooSlow, Unreadable } from './unreadable.ts'

export type ExtractRequest = {
  bytes: Uint8Array
  extension: string
  /** Null where the text is read and not indexed. `dimensions`: of the local embedding; null where another one is asked. */
  index: { dimensions: number | null } | null
}
/** `warning` says what of the document could not be read. */
export type Extracted =
  | { chunks: Chunk[]; searchable: SearchText[]; vectors: Float32Array[] | null; warning: string | null }
  | { unreadable: string; cause?: string }

type Limits = { deadlineMs: number; memoryMb: number }

const LIMITS: Limits = { deadlineMs: 60_000, memoryMb: 512 }
/** Enough for nearly every document, of which most take less than half a second with the start of the thread. */
export const QUICK_LIMITS: Limits = { deadlineMs: 3000, memoryMb: 256 }

/** Reads uploaded documents, one at a time, in an isolated thread. */
export class ExtractionThread implements AsyncDisposable {
  readonly #thread: IsolatedThread<ExtractRequest, Extracted>

  constructor(limits: Limits = LIMITS) {
    this.#thread = new IsolatedThread(new URL('./thread.ts', import.meta.url), limits)
  }

  async extract(request: ExtractRequest, signal: AbortSignal): Promise<Extract<Extracted, { chunks: unknown }>> {
    const extracted = await this.#thread.ask(request, signal).catch((error: unknown) => {
      if (!(error instanceof ThreadEnded)) throw error
      throw new TooSlow(`Reading the document takes too ${error.why === 'time' ? 'long' : 'much memory'}`)
    })
    if ('chunks' in extracted) return extracted
    throw new Unreadable(extracted.unreadable, { cause: extracted.cause })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]()
  }
}
