import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Endpoint, type Method, splitPath, type UploadRule } from '#contracts/endpoint.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { AppError } from './error.ts'
import type { Limit } from './http/limits.ts'

/**
 * Who may call a route, and what its handler is given. Each floor adds the callers that it can identify by declaration
 * merging; composition must then say how each one is recognized.
 */
export interface CallerContexts {
  anyone: Context
}
export type Caller = keyof CallerContexts

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

/** A request's body that was written aside as it came; at the end of its scope what was not stored is gone. */
export type StagedBody = AsyncDisposable & {
  readonly size: number
  store(): Promise<{ hash: string; is_encrypted: boolean; size: number }>
}

type RouteRequest<Params, Query, Body, Fields = unknown> = {
  params: Params
  query: Query
  body: Body
  upload: Upload<Fields>
  http: FastifyRequest
  /** The bytes that a signed caller's proof covers; undefined for every other caller. */
  rawBody: Buffer | undefined
  /** Of a route with `stageBody`: the whole body, where it was too large to be read into `body` whole. */
  stagedBody: StagedBody | undefined
  /** Gives back what the body takes of the server's budget, for a handler that waits for long and needs it no more. */
  releaseBody(): void
}

/** Which pages of other sites may call a route and read its answers; credentials never travel. */
export type Cors<Ctx = never> = {
  /** Decided once the caller is known; the call of any other page is refused. */
  allows: (ctx: Ctx, origin: string) => boolean | Promise<boolean>
  /** Decided without a caller, by what the address says: a preflight brings no key. Absent: every page may ask. */
  allowsPreflight?: (ctx: Context, request: FastifyRequest, origin: string) => boolean | Promise<boolean>
  /** Headers of the request beyond `content-type`. */
  headers?: readonly string[]
  /** Headers of the answer that the page may read. */
  exposedHeaders?: readonly string[]
}

type ReplyOptions = {
  status?: number
  headers?: Record<string, string | string[]>
  /** Called when the answer has left, or false where the connection was lost before. */
  onSent?: (hasLeft: boolean) => void
}

/** A handler may answer with more than a body: a status, headers, or bytes instead of JSON. */
export class Reply<T = unknown> {
  readonly body: T
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly onSent: ((hasLeft: boolean) => void) | undefined

  constructor(body: T, { status = 200, headers = {}, onSent }: ReplyOptions = {}) {
    this.body = body
    this.status = status
    this.headers = headers
    this.onSent = onSent
  }
}

/** What the handler of an endpoint is given: every part as its schema read it. */
export type RequestOf<E> = RouteRequest<Read<E, 'params'>, Read<E, 'query'>, Read<E, 'body'>, FieldsOf<E>>
type Read<E, Part extends 'params' | 'query' | 'body' | 'answer'> = E extends {
  readonly [Key in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : unknown
type FieldsOf<E> = E extends { readonly upload: UploadRule<infer Fields> } ? Fields : unknown

type RouteOptions<C extends Caller, E extends Endpoint> = {
  /** One word decides the session or key, the role, and the rule for inactive organizations. */
  caller: C
  /** True where the call changes something; by default, whatever is not a GET. A key's effects stop while inactive. */
  effect?: boolean
  /** True where a member's call starts automation, or has it continue: refused while the organization is inactive. */
  automation?: boolean
  /** Refuses a caller who may not know of what the path names, before the body is read: a caller without access learns nothing from validation. */
  sees?: (ctx: CallerContexts[C], params: Read<E, 'params'>) => Promise<unknown>
  /** How a route of another protocol says that it refuses a request; null where it says so as all others do. */
  presentError?: (error: AppError) => object | null
  /** How much the values of its body may have together, where that is more than usual. */
  bodyLimitBytes?: number
  /** Takes a larger body in as it arrives; `body` then has a `LargeText` in place of what did not fit. */
  stageBody?: (ctx: CallerContexts[C], source: Readable) => Promise<StagedBody>
  /** Absent: no page of another site can call it. */
  cors?: Cors<CallerContexts[C]>
  /** Requests in a time and address; routes that name the same limit share it. A function where it is a setting. */
  limit?: Limit | ((config: Config) => Limit)
  /** Whom the limit counts in place of the address, once the caller is known. */
  limitBy?: (ctx: CallerContexts[C]) => string
  /** A further limit, for each address and what `of` reads from the request. */
  limitEach?: { limit: Limit; of: (request: RequestOf<E>) => string }
  serve: (
    ctx: CallerContexts[C],
    request: RequestOf<E>,
  ) => Promise<Read<E, 'answer'> | Reply<Read<E, 'answer'>> | Reply<Readable> | Reply<null>>
}

export type Route = {
  readonly endpoint: Endpoint
  readonly method: Method
  readonly path: string
  readonly caller: Caller
  readonly effect: boolean
  readonly automation: boolean
  readonly presentError: ((error: AppError) => object | null) | undefined
  readonly sees: ((ctx: never, params: never) => Promise<unknown>) | undefined
  readonly bodyLimitBytes: number | undefined
  readonly stageBody: ((ctx: never, source: Readable) => Promise<StagedBody>) | undefined
  readonly cors: Cors | undefined
  readonly limit: Limit | ((config: Config) => Limit) | undefined
  readonly limitBy: ((ctx: never) => string) | undefined
  readonly limitEach: { limit: Limit; of: (request: RouteRequest<never, never, never, never>) => string } | undefined
  readonly serve: (ctx: never, request: RouteRequest<never, never, never, never>) => Promise<unknown>
}

/** Serves an endpoint of the contract: who may call it, and the operation that answers. */
export function route<E extends Endpoint, C extends Caller>(endpoint: E, options: RouteOptions<C, E>): Route {
  const [method, path] = splitPath(endpoint.at)
  const { caller, effect = method !== 'GET', automation = false } = options
  const { sees, presentError, bodyLimitBytes, stageBody, cors, limit, limitBy, limitEach, serve } = options
  const gates = { caller, effect, automation, sees, cors, limit, limitBy, limitEach }
  return { endpoint, method, path, ...gates, presentError, bodyLimitBytes, stageBody, serve }
}
