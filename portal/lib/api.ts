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

type RequestOptions = { signal?: AbortSignal; timeout?: number }

export const api = {
  get: <T>(path: string, options?: RequestOptions) => request<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => request<T>('POST', path, body ?? {}, options),
  put: <T>(path: string, body: unknown, options?: RequestOptions) => request<T>('PUT', path, body, options),
  patch: <T>(path: string, body: unknown, options?: RequestOptions) => request<T>('PATCH', path, body, options),
  delete: <T>(path: string, options?: RequestOptions) => request<T>('DELETE', path, undefined, options),
}

async function request<T>(method: string, path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
  const deadline = AbortSignal.timeout(options.timeout ?? 30_000)
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
    return (await response.json()) as T
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
