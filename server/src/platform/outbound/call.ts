type FetchInput = string | URL | Request

/** One request as it travels through redirects; its body is such that it can be sent again, or a stream that cannot. */
export type Call = {
  url: URL
  method: string
  headers: Headers
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined
  signal: AbortSignal | undefined
  redirect: RequestRedirect
}

type RequestRedirect = 'follow' | 'error' | 'manual'

/** Reads what callers of `fetch` pass, in any of its forms. */
export async function readCall(input: FetchInput, init: RequestInit = {}): Promise<Call> {
  const request = input instanceof Request ? input : undefined
  const headers = new Headers(init.headers ?? request?.headers)
  const given = init.body ?? undefined

  return {
    url: new URL(request ? request.url : String(input)),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers,
    body: given === undefined ? (request?.body ?? undefined) : await readBody(given, headers),
    signal: init.signal ?? request?.signal,
    redirect: init.redirect ?? request?.redirect ?? 'follow',
  }
}

// Forms and the like are made into bytes here: another copy of fetch would not know their classes.
async function readBody(body: NonNullable<RequestInit['body']>, headers: Headers): Promise<Call['body']> {
  if (typeof body === 'string') {
    if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
    return body
  }
  if (body instanceof ReadableStream) return body

  const wrapped = new Response(body)
  const type = wrapped.headers.get('content-type')
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  return new Uint8Array(await wrapped.arrayBuffer())
}
