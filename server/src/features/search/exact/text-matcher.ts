import { isAscii } from 'node:buffer'
import { IsolatedThread } from '#platform/isolated-thread.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { Chunk } from '../indexing/extract/chunk.ts'
import { matchChunks } from '../passage.ts'
import { matchBytes } from './match-bytes.ts'
import type { Matches } from './match-text.ts'

type Indexed = { path: string; chunks: readonly Chunk[] }
export type MatchRequest = ({ bytes: Uint8Array } | Indexed) & { wanted: string }
export type MatchAnswer = Matches | null

/** So much is matched in about a millisecond, which is less than a thread costs. */
const SMALL_ASCII = 64 * 1024
/** Other scripts take far longer to fold: one letter may be eighteen when it is folded. */
const SMALL = 4 * 1024
const MEMORY_MB = 256
/** The contract's budget for one file. */
const PER_FILE_MS = 30_000

const isSmall = (bytes: Buffer): boolean => bytes.length <= SMALL || (bytes.length <= SMALL_ASCII && isAscii(bytes))

/** Looks for text in files; what takes long is decoded and matched in a thread, so that other requests continue. */
export class TextMatcher implements AsyncDisposable {
  readonly #thread = new IsolatedThread<MatchRequest, MatchAnswer>(new URL('./match-thread.ts', import.meta.url), {
    deadlineMs: PER_FILE_MS,
    memoryMb: MEMORY_MB,
  })
  /** The thread has one piece of work at a time. */
  #last: Promise<unknown> = Promise.resolve()

  async matchBytes(bytes: Buffer, wanted: string, signal: AbortSignal): Promise<MatchAnswer> {
    if (isSmall(bytes)) {
      await yieldToEventLoop()
      return matchBytes(bytes, wanted)
    }
    const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    return this.#ask({ bytes, wanted }, signal, isWhole ? [bytes.buffer as ArrayBuffer] : [])
  }

  /** In the chunks of a document that contain it. */
  async matchChunks(document: Indexed, wanted: string, signal: AbortSignal): Promise<Matches> {
    const { path, chunks } = document
    if (isSmall(Buffer.from(chunks.map(({ text }) => text).join('')))) {
      await yieldToEventLoop()
      return matchChunks(path, chunks, wanted)
    }
    return (await this.#ask({ path, chunks, wanted }, signal)) ?? { matches: 0, lines: [] }
  }

  #ask(request: MatchRequest, signal: AbortSignal, transfer: ArrayBuffer[] = []): Promise<MatchAnswer> {
    const asked = this.#last.then(() => this.#thread.ask(request, signal, transfer))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]()
  }
}
