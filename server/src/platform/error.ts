const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  too_large: 413,
  unprocessable: 422,
  too_many_requests: 429,
  bad_gateway: 502,
  unavailable: 503,
  timeout: 504,
} as const

export type ErrorKind = keyof typeof statusOf

type Details = {
  /** A constant that programs can rely on; it lives in the feature that promises it. */
  code?: string
  /** Further fields of the error body, named by the contract. */
  data?: Record<string, unknown>
  headers?: Record<string, string>
  /** The caller asked whether something exists: that it does not is an answer, which deserves no warning in the log. */
  isExpected?: boolean
  /** What went wrong underneath: logged, never sent. */
  cause?: unknown
}

/** The one error a caller may see; its message is written for people. Everything else becomes a bare 500. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly status: number
  readonly code: string | undefined
  readonly data: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly isExpected: boolean

  constructor(kind: ErrorKind, message: string, { code, data, headers, isExpected, cause }: Details = {}) {
    super(message, { cause })
    this.name = 'AppError'
    this.kind = kind
    this.status = statusOf[kind]
    this.code = code
    this.data = data ?? {}
    this.headers = headers ?? {}
    this.isExpected = isExpected ?? false
  }
}
