const MB = 1024 * 1024
/** Each piece of an answer comes in an envelope many times its size. */
const MAX_STREAM_BYTES = 256 * MB
/** What is kept of an error is a sentence. */
const MAX_ERROR_BYTES = 64 * 1024
/** The packages hold what they have read of one event until it ends. */
const MAX_EVENT_BYTES = 16 * MB

const NEWLINE = 0x0a

/** A fetch whose answers end: an error is cut off, and an answer beyond all measure fails. */
export const limitedFetch =
  (unlimited: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await unlimited(input, init)
    if (!response.body) return response
    const limited = response.body.pipeThrough(response.ok ? failingBeyond() : cutAt(MAX_ERROR_BYTES))
    const { status, statusText, headers } = response
    return new Response(limited, { status, statusText, headers })
  }

function failingBeyond(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0
  let eventBytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length
      const newline = chunk.lastIndexOf(NEWLINE)
      eventBytes = newline < 0 ? eventBytes + chunk.length : chunk.length - newline
      if (size > MAX_STREAM_BYTES || eventBytes > MAX_EVENT_BYTES) {
        controller.error(new SyntaxError('The answer is longer than any answer may be'))
      } else controller.enqueue(chunk)
    },
  })
}

function cutAt(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = maxBytes
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) controller.terminate()
    },
  })
}
