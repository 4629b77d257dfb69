import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteShorthandOptions,
} from 'fastify'
import { widen } from '../bus/unit.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AppError } from '../error.ts'
import { newId } from '../id.ts'
import type { Logger } from '../log.ts'
import type { Caller, CallerContexts, Route } from '../route.ts'
import { Reply } from '../route.ts'
import { traced } from '../trace.ts'
import { sendError } from './errors.ts'
import type { CheckLimit } from './limits.ts'
import { readRequest } from './read-request.ts'
import { type Gate, isPromised, refusalsOf } from './refusals.ts'

/** How each caller is recognised: the session or key (401), access (404), the inactive rule (403), the role (403). */
export type Callers = {
  [K in Caller]: (ctx: Context, request: FastifyRequest, route: Route) => Promise<CallerContexts[K]> | CallerContexts[K]
}

/** What each caller's gate refuses with. */
export type Gates = { readonly [K in Caller]: Gate }

export type HttpOptions = {
  config: Config
  log: Logger
  ctx: Context
  routes: readonly Route[]
  callers: Callers
  gates: Gates
  checkLimit: CheckLimit
  /** Checks answers and refusals against the contract; tests do, production trusts `present`. */
  verifyOutput?: boolean
}

const TEN_MINUTES = 600_000
const BODY_LIMIT = 300 * 1024 * 1024
const REQUEST_ID = /^[\w.:-]{1,128}$/

export async function serveHttp(options: HttpOptions): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId()
    },
    bodyLimit: BODY_LIMIT,
    requestTimeout: TEN_MINUTES,
    keepAliveTimeout: 5000,
    trustProxy: options.config.TRUST_PROXY.length > 0 ? options.config.TRUST_PROXY : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    // Here no hook has run yet.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(ownHeaders(request))),
    clientErrorHandler: refuseUnreadable,
  })
  server.server.headersTimeout = TEN_MINUTES
  server.setErrorHandler(sendError)
  parseBodies(server)

  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(ownHeaders(request))
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const level = status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info'
    // A token in a path is a key, and a log is no place for it.
    const isSecret = Object.hasOwn(Object(request.params), 'token')
    const path = isSecret ? request.routeOptions.url : request.url.split('?', 1)[0]
    request.log[level]({ method: request.method, path, status, ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })

  for (const route of options.routes.filter(({ endpoint }) => !endpoint.upload)) addRoute(server, route, options)
  // Only here is a form with files read at all.
  server.register(async (scope) => {
    await scope.register(multipart)
    for (const route of options.routes.filter(({ endpoint }) => endpoint.upload)) addRoute(scope, route, options)
  })
  return server
}

const ownHeaders = (request: FastifyRequest) => ({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })

/** What is no HTTP at all, or has headers past any measure, gets the same envelope, and then the line is closed. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ success: false, error: 'The request cannot be read' })
  const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\nx-request-id: ${newId()}\r\n\r\n${body}`)
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** An empty body is no body, and form posts read like JSON; the rest is the framework's. */
function parseBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, undefined)
    else parseJson(request, text as string, done)
  })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text as string))),
  )
}

function addRoute(server: FastifyInstance, route: Route, options: HttpOptions): void {
  const recognise = options.callers[route.caller]
  const admitted = new WeakMap<FastifyRequest, Context>()

  server.route({
    method: route.method,
    ...(options.verifyOutput && { errorHandler: promisedRefusals(route, options.gates[route.caller]) }),
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    // Before the body is read: whoever may not call is not parsed.
    onRequest: async (request) => {
      const { limit, limitBy } = route
      if (limit && !limitBy) await options.checkLimit(limit, request.ip)
      const ctx = await recognise(widen(options.ctx, { log: request.log as Logger }), request, route)
      if (limit && limitBy) await options.checkLimit(limit, limitBy(ctx as never))
      admitted.set(request, ctx)
    },
    handler: async (request, reply) => {
      const input = readRequest(route, request)
      const ctx = admitted.get(request)
      const result = await traced(`${route.method} ${route.path}`, { request_id: request.id }, () =>
        route.serve(ctx as never, input as never),
      )
      const answer = result instanceof Reply ? result : new Reply(result)
      reply.code(answer.status).headers(answer.headers)
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      if (options.verifyOutput && answer.status < 300) verify(route, answer.body)
      return reply.send(answer.body ?? null)
    },
  })
}

/** Turns a refusal that the contract does not promise into a fault, which the test that met it shows. */
function promisedRefusals(route: Route, gate: Gate): RouteShorthandOptions['errorHandler'] {
  const refusals = refusalsOf(route, gate)
  return (error, request, reply) => {
    const known = error instanceof AppError && !isPromised(refusals, error)
    const fault =
      known && new Error(`${route.method} ${route.path} does not promise ${error.status} ${error.code ?? ''}`)
    if (fault) request.log.fatal({ err: fault }, 'the contract is broken')
    return sendError(fault || error, request, reply)
  }
}

function verify(route: Route, body: unknown): void {
  const checked = route.endpoint.answer?.safeParse(JSON.parse(JSON.stringify(body ?? null)))
  if (checked?.success === false) {
    throw new Error(`${route.method} ${route.path} answered against its schema: ${checked.error.message}`)
  }
}
