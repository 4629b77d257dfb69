export type ApiFailure = 'network' | 'timeout' | 'refused'

/** Why a request has no answer to use. `message` is the server's sentence for people, where there is one. */
export class ApiError extends Error {
  readonly kind: ApiFailure
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(kind: ApiFailure, message: string, details: { status?: number; code?: string; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = kind
    this.status = details.status
    this.code = details.code
  }
}

type RequestOptions = { signal?: AbortSignal; timeout?: number }

export const api = {
  get: <T>(path: string, options?: RequestOptions) => request<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => request<T>('POST', path, body ?? {}, options),
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
    const { error, code } = JSON.parse(text) as { error?: string; code?: string }
    return new ApiError('refused', typeof error === 'string' ? error : '', { status, code })
  } catch (cause) {
    // What stands between the browser and the server (a proxy, a balancer) does not answer in our words.
    return new ApiError('refused', '', { status, cause })
  }
}
