import type { AnswerAt, At, RequestAt } from '#contracts/endpoints.ts'
import { type HttpRequest, type Parts, requestOf } from '#contracts/request.ts'

/** What is wrong with one field of a request. */
export type ApiIssue = { path: string; message: string }
type ApiErrorDetails = { status?: number; code?: string; issues?: ApiIssue[]; cause?: unknown }
export type ApiFailure = 'network' | 'timeout' | 'refused'

/** Why a request has no answer to use. `message` is the server's sentence for people, where there is one. */
export class ApiError extends Error {
  readonly kind: ApiFailure
  readonly status: number | undefined
  readonly code: string | undefined
  readonly issues: readonly ApiIssue[]

  constructor(kind: ApiFailure, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = kind
    this.status = details.status
    this.code = details.code
    this.issues = details.issues ?? []
  }
}

export type CallOptions = { signal?: AbortSignal; timeoutMs?: number }

/** Optional where nothing has to be sent. */
type Sent<Path extends At> =
  Record<never, never> extends RequestAt<Path>
    ? [request?: RequestAt<Path> & Parts, options?: CallOptions]
    : [request: RequestAt<Path> & Parts, options?: CallOptions]

/** Calls an endpoint of the contract; throws `ApiError` where there is no answer. */
export function call<Path extends At>(at: Path, ...[request, options]: Sent<Path>): Promise<AnswerAt<Path>> {
  return send<AnswerAt<Path>>(requestOf(at, request), options)
}

/** Sends a request whose answer is described by whoever sends it: where the server names the address. */
export async function send<Answer>({ method, path, body }: HttpRequest, options: CallOptions = {}): Promise<Answer> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? 30_000)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  try {
    const response = await fetch(path, {
      method,
      signal,
      credentials: 'same-origin',
      headers: body === undefined ? { accept: 'application/json' } : jsonHeaders,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw await refusal(response)
    return (await response.json()) as Answer
  } catch (cause) {
    if (cause instanceof ApiError || options.signal?.aborted) throw cause
    if (deadline.aborted) throw new ApiError('timeout', '', { cause })
    if (cause instanceof TypeError) throw new ApiError('network', '', { cause })
    throw cause
  }
}

const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json' }

async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text()
  const { status } = response
  try {
    const { error, code, issues } = JSON.parse(text) as { error?: string; code?: string; issues?: ApiIssue[] }
    return new ApiError('refused', typeof error === 'string' ? error : '', { status, code, issues })
  } catch (cause) {
    // What stands between the browser and the server (a proxy, a balancer) does not answer in our words.
    return new ApiError('refused', '', { status, cause })
  }
}
