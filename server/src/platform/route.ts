import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Limit } from './http/limits.ts'

/**
 * Who may call a route, and what its handler is given. Each floor adds the callers that it can identify by declaration
 * merging; composition must then say how each one is recognised.
 */
export interface CallerContexts {
  anyone: Context
}
export type Caller = keyof CallerContexts

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A multipart body: one file that streams, and fields beside it. Its route has no other body. */
export type UploadRule<Fields = unknown> = {
  /** The name of the part that is the file. */
  file: string
  most_bytes: number
  fields: z.ZodType<Fields>
}

export type IncomingFile = { name: string; bytes: Readable }

export type Upload<Fields = unknown> = {
  /**
   * Streams the file to `take`, and reads the fields on both sides of it. When anything of the form is refused, or the
   * client hangs up, what was taken is disposed of.
   */
  receive<Taken extends AsyncDisposable>(
    take: (file: IncomingFile) => Promise<Taken>,
  ): Promise<{ fields: Fields; name: string; file: Taken }>
}

export type RouteRequest<Params, Query, Body, Fields = unknown> = {
  params: Params
  query: Query
  body: Body
  upload: Upload<Fields>
  http: FastifyRequest
}

/** A handler may answer with more than a body: a status, headers, or bytes instead of JSON. */
export class Reply<T = unknown> {
  readonly body: T
  readonly status: number
  readonly headers: Record<string, string | string[]>

  constructor(
    body: T,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string | string[]> } = {},
  ) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}

export type RouteOptions<C extends Caller, Params, Query, Body, Output, Fields> = {
  method: Method
  path: string
  /** One word decides the session or key, the role, and the rule for inactive organizations. */
  caller: C
  summary?: string
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  upload?: UploadRule<Fields>
  /** What a 200 carries; checked in tests, described in the OpenAPI document. Absent: bytes or an empty answer. */
  output?: z.ZodType<Output>
  /** True where the call changes something; by default, whatever is not a GET. A key's effects stop while inactive. */
  effect?: boolean
  /** True where a member's call starts automation: refused while the organization is inactive. */
  automation?: boolean
  /** Requests per minute and address; routes that name the same limit share it. */
  limit?: Limit
  /** Whom the limit counts in place of the address, once the caller is known. */
  limitBy?: (ctx: CallerContexts[C]) => string
  serve: (
    ctx: CallerContexts[C],
    request: RouteRequest<Params, Query, Body, Fields>,
  ) => Promise<Output | Reply<Output> | Reply<Readable> | Reply<null>>
}

export type Route = {
  readonly method: Method
  readonly path: string
  readonly caller: Caller
  readonly summary: string | undefined
  readonly params: z.ZodType | undefined
  readonly query: z.ZodType | undefined
  readonly body: z.ZodType | undefined
  readonly upload: UploadRule | undefined
  readonly output: z.ZodType | undefined
  readonly effect: boolean
  readonly automation: boolean
  readonly limit: Limit | undefined
  readonly limitBy: ((ctx: never) => string) | undefined
  readonly serve: (ctx: never, request: RouteRequest<never, never, never, never>) => Promise<unknown>
}

export function route<
  C extends Caller,
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Output = unknown,
  Fields = unknown,
>(options: RouteOptions<C, Params, Query, Body, Output, Fields>): Route {
  const { method, path, caller, summary, params, query, body, upload, output, limit, limitBy, serve } = options
  const effect = options.effect ?? method !== 'GET'
  const { automation = false } = options
  return {
    method,
    path,
    caller,
    summary,
    params,
    query,
    body,
    upload,
    output,
    effect,
    automation,
    limit,
    limitBy,
    serve,
  }
}
