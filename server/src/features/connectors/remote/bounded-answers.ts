import { OutboundRefused } from '#platform/outbound/refused.ts'
import type { Fetch } from '../remote-types.ts'
import { countValues } from './count-values.ts'

/** A call's answer is for a model: more than this would be read for nothing. */
const MAX_BYTES = 2 * 1024 * 1024

export const tooLong = () => new OutboundRefused(`The answer is longer than ${MAX_BYTES / 1024 / 1024} MB`)

/**
 * A `fetch` whose answers come to so many bytes and values together, streams too, and end with the signal. What is refused is
 * distinguished as well: a reader of a stream of messages takes its failure for a pause.
 */
export function boundedAnswers(fetch: Fetch, signal: AbortSignal, onRefused: (error: unknown) => void): Fetch {
  let left = MAX_BYTES
  const count = countValues()
  return async (url, init = {}) => {
    const signals = init.signal ? AbortSignal.any([signal, init.signal]) : signal
    const response = await fetch(url, { ...init, signal: signals })
    const { ok, status, statusText, headers } = response
    if (!response.body) return response
    const isEvents = /event-stream/i.test(headers.get('content-type') ?? '')
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.byteLength
          try {
            if (left < 0) throw tooLong()
            // Of failures no other is taken apart.
            if (ok || status === 400) count(chunk, isEvents)
            controller.enqueue(chunk)
          } catch (error) {
            controller.error(error)
            onRefused(error)
          }
        },
      }),
    )
    return new Response(bounded, { status, statusText, headers })
  }
}
