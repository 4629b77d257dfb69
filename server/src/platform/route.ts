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

export type RouteRequest<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
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

export type RouteOptions<C extends Caller, Params, Query, Body, Output> = {
  method: Method
  path: string
  /** One word decides the session or key, the role, and the rule for inactive organizations. */
  caller: C
  summary?: string
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
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
    request: RouteRequest<Params, Query, Body>,
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
  readonly output: z.ZodType | undefined
  readonly effect: boolean
  readonly automation: boolean
  readonly limit: Limit | undefined
  readonly limitBy: ((ctx: never) => string) | undefined
  readonly serve: (ctx: never, request: RouteRequest<never, never, never>) => Promise<unknown>
}

export function route<C extends Caller, Params = unknown, Query = unknown, Body = unknown, Output = unknown>(
  options: RouteOptions<C, Params, Query, Body, Output>,
): Route {
  const {
    method,
    path,
    caller,
    summary,
    params,
    query,
    body,
    output,
    limit,
    limitBy,
    automation = false,
    serve,
  } = options
  const effect = options.effect ?? method !== 'GET'
  return { method, path, caller, summary, params, query, body, output, effect, automation, limit, limitBy, serve }
}
