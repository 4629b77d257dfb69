const MB = 1024 * 1024
/** Each piece of an answer comes in an envelope many times its size. */
const MAX_STREAM_BYTES = 256 * MB
/** What is kept of an error is a sentence. */
const MAX_ERROR_BYTES = 64 * 1024
/** The packages buffer an event until it ends. */
const MAX_EVENT_BYTES = 16 * MB

const NEWLINE = 0x0a

type Bytes = Uint8Array<ArrayBuffer>
type Body = ReadableStream<Bytes>
type Output = ReadableStreamDefaultController<Bytes>

/** A fetch with limited responses: an error is cut off, and a larger answer fails. Requests are JSON for all vendors. */
export const limitedFetch =
  (unlimited: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await unlimited(input, withWholeCharacters(init))
    if (!response.body) return response
    const limited = throughLimit(response.body, response.ok ? failingBeyond() : cutAt(MAX_ERROR_BYTES))
    const { status, statusText, headers } = response
    return new Response(limited, { status, statusText, headers })
  }

/** Half of a character, which a cut text may end with: this language writes it as an escape, whole ones never. */
const HALF = /(?<=(?:^|[^\\])(?:\\\\)*)\\u[dD][89a-fA-F][\da-fA-F]{2}/g

/** Some vendors refuse a request whose JSON contains such text. */
const withWholeCharacters = (init: RequestInit | undefined): RequestInit | undefined =>
  typeof init?.body === 'string' && init.body.includes('\\ud')
    ? { ...init, body: init.body.replaceAll(HALF, '\\ufffd') }
    : init

/** Reads a body as it is asked for: a transform stream would cost each piece two more queues. */
function throughLimit(body: Body, take: (chunk: Bytes, output: Output) => boolean): Body {
  const reader = body.getReader()
  const give = async (output: Output) => {
    const { done, value } = await reader.read()
    if (done) output.close()
    else if (!take(value, output)) await reader.cancel()
  }
  return new ReadableStream({ pull: give, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 })
}

/** Passes chunks on and tells whether more may come. */
function failingBeyond() {
  let size = 0
  let eventBytes = 0
  return (chunk: Bytes, output: Output): boolean => {
    size += chunk.length
    const newline = chunk.lastIndexOf(NEWLINE)
    eventBytes = newline < 0 ? eventBytes + chunk.length : chunk.length - newline
    const isWithin = size <= MAX_STREAM_BYTES && eventBytes <= MAX_EVENT_BYTES
    if (isWithin) output.enqueue(chunk)
    else output.error(new SyntaxError('The answer is longer than any answer may be'))
    return isWithin
  }
}

function cutAt(maxBytes: number) {
  let left = maxBytes
  return (chunk: Bytes, output: Output): boolean => {
    output.enqueue(chunk.subarray(0, left))
    left -= chunk.length
    if (left > 0) return true
    output.close()
    return false
  }
}
