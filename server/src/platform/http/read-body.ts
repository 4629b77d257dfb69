import type { Readable } from 'node:stream'
import { AppError } from '../error.ts'
import { validationError } from './errors.ts'
import { growingBytes } from './growing-bytes.ts'

/** Takes a body piece by piece as it arrives, so that no piece of work is longer than a piece of the body. */
export type BodyReader = { write(chunk: Buffer): void; end(): unknown }

export const MB = 1024 * 1024
/** What a body may have where its route says nothing else. */
export const DEFAULT_BODY_LIMIT_BYTES = 2 * MB
/** The most that any route takes; where attachments travel as base64 text in JSON. */
export const LARGEST_BODY_LIMIT_BYTES = 300 * MB
/** Whatever reads a string reads it in one go, so that its length is a delay of everybody else. */
export const LONGEST_STRING_BYTES = 100 * MB

export const bodyTooLarge = () => new AppError('too_large', 'The body is too large')
export const bodyTooComplex = () =>
  new AppError('bad_request', 'The body has too many values or is nested too deeply', { code: 'BODY_TOO_COMPLEX' })
export const malformedBody = (message: string) => validationError([{ path: 'body', message }])

/**
 * A text that was put together from pieces, as one. The engine copies the pieces when the text is first read; read here,
 * each text of a body is copied in the turn in which it ended, and not all of them in one.
 */
export function joined(text: string): string {
  text.charCodeAt(text.length - 1)
  return text
}

/** Feeds a request's body to a reader until its end; beyond the limit nothing more is read. */
export function readBody(
  payload: Readable,
  { limitBytes, announcedBytes }: { limitBytes: number; announcedBytes: string | undefined },
  reader: BodyReader,
): Promise<unknown> {
  if (Number(announcedBytes) > limitBytes) return Promise.reject(bodyTooLarge())
  return new Promise((resolve, reject) => {
    let size = 0
    const onData = (chunk: Buffer) => {
      try {
        size += chunk.length
        if (size > limitBytes) throw bodyTooLarge()
        reader.write(chunk)
      } catch (error) {
        stop(error)
      }
    }
    const onEnd = () => {
      try {
        const body = reader.end()
        stop()
        // A large body is used in a turn of its own.
        if (size > MB) setImmediate(resolve, body)
        else resolve(body)
      } catch (error) {
        stop(error)
      }
    }
    const onClose = () => stop(malformedBody('The body was broken off'))
    const stop = (error?: unknown) => {
      payload.off('data', onData).off('end', onEnd).off('close', onClose)
      // What still comes is read away, so that the answer arrives; the listener for `error` stays.
      payload.resume()
      if (error) reject(error)
    }
    payload.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

/** The whole body as it came, for a proof that covers its bytes. */
export async function readRaw(
  payload: Readable,
  limits: { limitBytes: number; announcedBytes: string | undefined },
): Promise<Buffer> {
  const bytes = growingBytes()
  await readBody(payload, limits, { write: bytes.add, end: () => undefined })
  return bytes.view()
}
