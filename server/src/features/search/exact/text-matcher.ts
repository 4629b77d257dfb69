import { IsolatedThread } from '#platform/isolated-thread.ts'
import { matchBytes } from './match-bytes.ts'
import type { Matches } from './match-text.ts'

export type MatchRequest = { bytes: Uint8Array; wanted: string }
export type MatchAnswer = Matches | null

/** So much is matched in about a millisecond, which is less than a thread costs. */
const SMALL_BYTES = 64 * 1024
const MEMORY_MB = 256
/** The contract's budget for one file. */
const PER_FILE_MS = 30_000

/** Looks for text in the bytes of files; large ones are decoded and matched in a thread, so that other requests continue. */
export class TextMatcher implements AsyncDisposable {
  readonly #thread = new IsolatedThread<MatchRequest, MatchAnswer>(new URL('./match-thread.ts', import.meta.url), {
    deadlineMs: PER_FILE_MS,
    memoryMb: MEMORY_MB,
  })

  async match(bytes: Buffer, wanted: string, signal: AbortSignal): Promise<MatchAnswer> {
    if (bytes.length <= SMALL_BYTES) return matchBytes(bytes, wanted)
    const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    return this.#thread.ask({ bytes, wanted }, signal, isWhole ? [bytes.buffer as ArrayBuffer] : [])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]()
  }
}
