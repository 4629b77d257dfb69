import { OutboundRefused } from '#platform/outbound/refused.ts'
import type { Fetch } from '../remote-types.ts'

/** A call's answer is for a model: more than this would be read for nothing. */
const MOST_BYTES = 2 * 1024 * 1024

export const tooLong = () => new OutboundRefused(`The answer is longer than ${MOST_BYTES / 1024 / 1024} MB`)

/** A `fetch` whose answers come to so many bytes together, streams too, and end with the signal. */
export function boundedAnswers(fetch: Fetch, signal: AbortSignal): Fetch {
  let left = MOST_BYTES
  return async (url, init = {}) => {
    const signals = init.signal ? AbortSignal.any([signal, init.signal]) : signal
    const response = await fetch(url, { ...init, signal: signals })
    const { status, statusText, headers } = response
    if (!response.body) return response
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.byteLength
          if (left < 0) controller.error(tooLong())
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted, { status, statusText, headers })
  }
}
