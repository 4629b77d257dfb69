import type { Readable } from 'node:stream'
import { omit } from '#contracts/omit.ts'
import { AppError } from '../error.ts'
import { answerFor } from '../thread-share.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { validationError } from './errors.ts'
import { growingBytes } from './growing-bytes.ts'
import { inTurn } from './in-turn.ts'

/**
 * Takes a body piece by piece as it arrives, so that no piece of work is longer than a piece of the body. Nothing more is
 * read until a promise that it returns has resolved.
 */
export type BodyReader = {
  write(chunk: Buffer): void | Promise<void>
  end(): unknown
  /** Called when the body ends early or is refused. */
  abort?(error: unknown): void
}

export const MB = 1024 * 1024
/** What the values of a body may have together where its route says nothing else. */
export const DEFAULT_BODY_LIMIT_BYTES = 2 * MB
/** The largest body that is read. */
export const MAX_BODY_LIMIT_BYTES = 300 * MB
/** A string is read in one go, so that its length is a delay for all other requests. */
export const MAX_STRING_BYTES = 100 * MB
/** A body of this size needs no share of the budget. */
const UNRESERVED_BYTES = MB
/** From this size on a body is read in turns of its sender: the thread is shared by organization, whatever it is used for. */
const SHARED_BYTES = 64 * 1024
/** A sender that holds a share of the budget must send this much in each interval. */
const PROGRESS_INTERVAL_MS = 10_000
const MIN_PROGRESS_BYTES = MB

export const bodyTooLarge = () => new AppError('too_large', 'The body is too large')
export const bodyTooComplex = () =>
  new AppError('bad_request', 'The body has too many values or is nested too deeply', { code: 'BODY_TOO_COMPLEX' })
export const malformedBody = (message: string) => validationError([{ path: 'body', message }])
const bodyTooSlow = () => new AppError('request_timeout', 'The body arrives too slowly')

export type ReadOptions = {
  /** In whose turns a larger body is read: a tenant, or an address where the caller has none. None where it is only copied. */
  sender?: string
  limitBytes: number
  announcedBytes: string | undefined
  /** Resolves when the budget has room for a body of this size. */
  reserve?: (bytes: number, signal: AbortSignal) => Promise<void>
  /** Called with the size of a body that was read to its end. */
  onRead?: (bytes: number) => void
  progressIntervalMs?: number
}

/**
 * A text that was put together from pieces, as one. The engine copies the pieces when the text is first read; read here,
 * each text of a body is copied in the turn in which it ended, and not all of them in one.
 */
export function joined(text: string): string {
  text.charCodeAt(text.length - 1)
  return text
}

/**
 * Feeds a request's body to a reader until its end; beyond the limit nothing more is read. A body has no share of the
 * budget until more than `UNRESERVED_BYTES` of it have arrived, and then one for all of it: shares that grew could wait
 * for each other for ever.
 */
export function readBody(
  payload: Readable,
  { sender, limitBytes, announcedBytes, reserve, onRead, progressIntervalMs = PROGRESS_INTERVAL_MS }: ReadOptions,
  reader: BodyReader,
): Promise<unknown> {
  if (Number(announcedBytes) > limitBytes) return Promise.reject(bodyTooLarge())
  return new Promise((resolve, reject) => {
    let size = 0
    let needsShare = reserve !== undefined
    let isDetached = false
    let pending: Promise<void> | undefined
    const stopped = new AbortController()
    const progress = createProgressWatch(progressIntervalMs, () => stop(bodyTooSlow()))

    async function reserveShare(chunk: Buffer): Promise<void> {
      await reserve?.(Number(announcedBytes ?? limitBytes), stopped.signal)
      await reader.write(chunk)
      if (!isDetached) progress.start()
    }
    function writeLarge(chunk: Buffer): void | Promise<void> {
      if (isDetached) return
      if (!needsShare) return reader.write(chunk)
      needsShare = false
      return reserveShare(chunk)
    }
    const inShare = <T>(work: () => T | Promise<T>): T | Promise<T> =>
      sender !== undefined && size > SHARED_BYTES ? inTurnOf(sender, work) : work()
    function writeShared(chunk: Buffer): void | Promise<void> {
      if (size > UNRESERVED_BYTES) return inTurn(chunk.length, () => writeLarge(chunk))
      return inShare(() => (isDetached ? undefined : reader.write(chunk)))
    }
    async function pauseDuring(work: Promise<void>): Promise<void> {
      payload.pause()
      await work.then(() => payload.resume(), stop)
    }
    const onData = (chunk: Buffer) => {
      try {
        size += chunk.length
        progress.count(chunk.length)
        if (size > limitBytes) throw bodyTooLarge()
        const work = writeShared(chunk)
        if (work) pending = pauseDuring(work)
      } catch (error) {
        stop(error)
      }
    }
    const onEnd = async () => {
      payload.off('close', onClose).off('error', onClose)
      // The end is emitted although the stream is paused for its last chunk.
      await pending
      if (isDetached) return
      detach()
      try {
        const body = await inShare(() => reader.end())
        onRead?.(size)
        // A large body is used in a turn of its own.
        if (size > MB) setImmediate(resolve, body)
        else resolve(body)
      } catch (error) {
        fail(error)
      }
    }
    const onClose = () => stop(malformedBody('The body was broken off'))
    const detach = () => {
      isDetached = true
      payload.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      progress.stop()
    }
    const fail = (error: unknown) => {
      reader.abort?.(error)
      stopped.abort(error)
      reject(error)
    }
    const stop = (error: unknown) => {
      if (isDetached) return
      detach()
      // The rest is read and dropped, so that the answer arrives.
      payload.resume()
      fail(error)
    }
    // Stays: an error that comes after the end must not end the process.
    payload.on('error', () => undefined)
    payload.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

const inTurnOf = <T>(sender: string, work: () => T | Promise<T>): Promise<T> =>
  answerFor(sender, async () => {
    await yieldToEventLoop()
    return work()
  })

/** Calls `onStall` when less than `MIN_PROGRESS_BYTES` have arrived in an interval. */
function createProgressWatch(intervalMs: number, onStall: () => void) {
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      bytes = 0
      timer = setInterval(() => {
        if (bytes < MIN_PROGRESS_BYTES) onStall()
        bytes = 0
      }, intervalMs)
    },
    count(arrived: number) {
      bytes += arrived
    },
    stop: () => clearInterval(timer),
  }
}

/** The whole body as it came, for a proof that covers its bytes. */
export async function readRaw(payload: Readable, options: ReadOptions): Promise<Buffer> {
  const bytes = growingBytes()
  await readBody(payload, omit(options, 'sender'), { write: bytes.add, end: () => undefined })
  return bytes.view()
}

/** Bytes that are here already, in pieces of which none holds up the thread for long when it is read. */
export function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SHARED_BYTES) yield bytes.subarray(at, at + SHARED_BYTES)
}
