/** What the doubles of the providers' APIs share: routes that take what they know and nothing else. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

export class ApiRefused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type ApiCall = {
  params: string[]
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The parsed body where a schema stands for it. */
  // biome-ignore lint/suspicious/noExplicitAny: each route has checked it by its own schema
  body: any
  bytes: Buffer
}

export type ApiRoute = {
  method: string
  /** Such as `/users/me/messages/:id`. */
  path: string
  scope: string
  query?: readonly string[]
  body?: z.ZodType
  /** True where a body is read that is no JSON. */
  raw?: boolean
  serve: (
    call: ApiCall,
  ) =>
    | { status?: number; json?: unknown; bytes?: Buffer }
    | Promise<{ status?: number; json?: unknown; bytes?: Buffer }>
}

type Allow = (request: IncomingMessage, response: ServerResponse, scope: string) => unknown
type Options = { base: string; form: 'google' | 'graph'; allow: Allow }

export function serveApi({ base, form, allow }: Options, routes: readonly ApiRoute[]) {
  const calls: {
    method: string
    path: string
    query: URLSearchParams
    headers: IncomingMessage['headers']
    body: unknown
  }[] = []
  let losing = { times: 0, path: '' }

  const listener: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const bytes = await buffer(request)
    const path = url.pathname.slice(base.length)
    try {
      const found = routes.map((route) => ({ route, params: match(route.path, path) })).filter(({ params }) => params)
      const { route, params } = found.find(({ route }) => route.method === request.method) ?? {}
      if (!route || !params)
        throw new ApiRefused(found.length > 0 ? 405 : 404, 'notFound', `Nothing at ${request.method} ${path}`)
      if (!allow(request, response, route.scope)) return
      for (const name of url.searchParams.keys())
        if (!route.query?.includes(name)) throw new ApiRefused(400, 'badRequest', `Unknown parameter ${name}`)
      const body = readBody(route, request, bytes)
      calls.push({ method: route.method, path, query: url.searchParams, headers: request.headers, body })
      const answer = await route.serve({ params, query: url.searchParams, headers: request.headers, body, bytes })
      if (losing.times > 0 && route.method !== 'GET' && path.endsWith(losing.path)) {
        losing.times--
        return void response.destroy()
      }
      if (answer.bytes)
        return void response
          .writeHead(answer.status ?? 200, { 'content-type': 'application/octet-stream' })
          .end(answer.bytes)
      const status = answer.status ?? (answer.json === undefined ? 204 : 200)
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(answer.json === undefined ? undefined : JSON.stringify(answer.json))
    } catch (error) {
      const refused = error instanceof ApiRefused ? error : new ApiRefused(500, 'backendError', String(error))
      response.writeHead(refused.status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal(refused)))
    }
  }

  const refusal = ({ status, code, message }: ApiRefused) =>
    form === 'google'
      ? { error: { code: status, message, errors: [{ message, domain: 'global', reason: code }] } }
      : { error: { code, message } }

  return {
    listener,
    /** What was let in, in its order. */
    calls,
    /** The next changes are made, and their answers are lost. */
    lose: (times = 1, path = '') => {
      losing = { times, path }
    },
  }
}

function match(pattern: string, path: string): string[] | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const params: string[] = []
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? ''
    if (part.startsWith(':')) params.push(decodeURIComponent(text))
    else if (part !== text) return null
  }
  return params.includes('') ? null : params
}

function readBody({ body, raw, method }: ApiRoute, { headers }: IncomingMessage, bytes: Buffer): unknown {
  if (raw) return undefined
  if (!body) {
    if (bytes.length > 0) throw new ApiRefused(400, 'badRequest', `${method} has no body here`)
    return undefined
  }
  if (bytes.length > 4 * 1024 * 1024)
    throw new ApiRefused(413, 'tooLarge', 'The maximum request length supported is 4MB.')
  if (!headers['content-type']?.startsWith('application/json'))
    throw new ApiRefused(415, 'badContent', 'JSON is needed')
  const read = body.safeParse(JSON.parse(bytes.toString()))
  if (!read.success) throw new ApiRefused(400, 'badRequest', `Invalid body: ${z.prettifyError(read.error)}`)
  return read.data
}

/** One page of a list, and the place where the next one begins. */
export function pageOf<T>(items: readonly T[], from: number, most: number): { page: T[]; next: number | null } {
  const page = items.slice(from, from + most)
  return { page, next: from + most < items.length ? from + most : null }
}

/** A number in a query that must be one within bounds. */
export function numberIn(query: URLSearchParams, name: string, otherwise: number, most: number): number {
  const text = query.get(name)
  if (text === null) return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0 || number > most)
    throw new ApiRefused(400, 'badRequest', `Invalid value for ${name}`)
  return number
}
