import type { AnswerAt, At, RequestAt } from './endpoints.ts'
import { type HttpRequest, type Parts, requestOf } from './request.ts'

/** What is wrong with one field of a request. */
export type ApiIssue = { path: string; message: string }
export type ApiFailure = 'network' | 'timeout' | 'refused'
type Details = { status?: number; code?: string; issues?: ApiIssue[]; cause?: unknown }

/** Why a request has no answer to use. `message` is the server's sentence for people, where there is one. */
export class ApiError extends Error {
  readonly kind: ApiFailure
  readonly status: number | undefined
  readonly code: string | undefined
  readonly issues: readonly ApiIssue[]

  constructor(kind: ApiFailure, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = kind
    this.status = details.status
    this.code = details.code
    this.issues = details.issues ?? []
  }
}

export type ClientOptions = {
  /** Where the service is: `https://alongside.example`; empty for a page of the service itself. */
  baseUrl: string
  /** An organization's private key; a page has its session's cookie instead. */
  privateKey?: string
  /** For each call that names none; 30 seconds by default. */
  timeoutMs?: number
  /** Makes an idempotency key for each write, by which the server knows one that a browser sends again by itself. */
  newKey?: () => string
}

export type CallOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  /** True where a person who got no answer may try again: the same is then created once. */
  creates?: boolean
  /** True where the request must arrive though the page that makes it is closed. */
  keepalive?: boolean
}

/** Optional where nothing has to be sent. */
type Sent<Path extends At> =
  Record<never, never> extends RequestAt<Path>
    ? [request?: RequestAt<Path> & Parts, options?: CallOptions]
    : [request: RequestAt<Path> & Parts, options?: CallOptions]

export type Client = {
  /** Calls an endpoint and reads its JSON; throws `ApiError` where there is no answer. */
  call<Path extends At>(at: Path, ...sent: Sent<Path>): Promise<AnswerAt<Path>>
  /** Calls an endpoint that answers with bytes; throws `ApiError` where it refuses. */
  download<Path extends At>(at: Path, ...sent: Sent<Path>): Promise<Response>
  /** Sends a request whose answer is described by the sender: where the server names the address. */
  send<Answer>(request: HttpRequest, options?: CallOptions): Promise<Answer>
}

/** The service, called by its contract. */
export function createClient({ baseUrl, privateKey, timeoutMs = 30_000, newKey }: ClientOptions): Client {
  const authorization: Record<string, string> = privateKey ? { authorization: `Bearer ${privateKey}` } : {}
  /** The keys of creations that were not answered, by what they asked for. */
  const unanswered = new Map<string, string>()

  async function exchange<Answer>(
    { method, path, body }: HttpRequest,
    options: CallOptions | undefined,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const deadline = AbortSignal.timeout(options?.timeoutMs ?? timeoutMs)
    const signal = options?.signal ? AbortSignal.any([options.signal, deadline]) : deadline
    const isJson = body !== undefined && !(body instanceof FormData)
    const content = isJson ? JSON.stringify(body) : (body as FormData | undefined)
    const asked = options?.creates ? `${path} ${content}` : null
    const key =
      method === 'GET' || content instanceof FormData ? undefined : (asked && unanswered.get(asked)) || newKey?.()
    const headers = {
      accept: 'application/json',
      ...authorization,
      ...(isJson && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    }
    try {
      const response = await fetch(baseUrl + path, {
        method,
        signal,
        headers,
        credentials: 'same-origin',
        keepalive: options?.keepalive ?? false,
        ...(content !== undefined && { body: content }),
      })
      if (!response.ok) throw await refusal(response)
      const answer = await read(response)
      if (asked) unanswered.delete(asked)
      return answer
    } catch (cause) {
      if (asked && cause instanceof ApiError) unanswered.delete(asked)
      else if (asked && key) unanswered.set(asked, key)
      if (cause instanceof ApiError || options?.signal?.aborted) throw cause
      if (deadline.aborted) throw new ApiError('timeout', '', { cause })
      // A page of a proxy in place of JSON (a sign-in of its own, say) is no answer of the service.
      if (cause instanceof TypeError || cause instanceof SyntaxError) throw new ApiError('network', '', { cause })
      throw cause
    }
  }
  const send = <Answer>(request: HttpRequest, options?: CallOptions) =>
    exchange(request, options, async (response) => (await response.json()) as Answer)

  return {
    send,
    call: <Path extends At>(at: Path, ...[request, options]: Sent<Path>) =>
      send<AnswerAt<Path>>(requestOf(at, request), options),
    download: (at, ...[request, options]) => exchange(requestOf(at, request), options, async (response) => response),
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text()
  const { status } = response
  try {
    const { error, code, issues } = JSON.parse(text) as { error?: string; code?: string; issues?: ApiIssue[] }
    return new ApiError('refused', typeof error === 'string' ? error : '', {
      status,
      ...(code !== undefined && { code }),
      ...(issues && { issues }),
    })
  } catch (cause) {
    // What is between the client and the server (a proxy, a balancer) does not answer in our words.
    return new ApiError('refused', '', { status, cause })
  }
}
