import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { AppError } from '../error.ts'
import { newId } from '../id.ts'
import { beginRequest } from '../thread-share.ts'
import { addRoute } from './add-route.ts'
import { createBodyBudget } from './body-budget.ts'
import { answerPreflights } from './cors.ts'
import { drainRequests } from './drain-request.ts'
import { isNoFault, sendError } from './errors.ts'
import type { HttpOptions } from './options.ts'
import { parseBodies, parseText } from './parse-bodies.ts'
import { MAX_BODY_LIMIT_BYTES, MB } from './read-body.ts'
import { pathLogger } from './request-path.ts'
import { createUploadTurns } from './upload-turns.ts'

const TEN_MINUTES = 600_000
const REQUEST_ID = /^[\w.:-]{1,128}$/

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server stops: what only waits is answered then, so that its connection can close. */
    stopping: AbortSignal
  }
}

export async function serveHttp(options: HttpOptions): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId()
    },
    bodyLimit: MAX_BODY_LIMIT_BYTES,
    requestTimeout: TEN_MINUTES,
    keepAliveTimeout: 5000,
    trustProxy: options.config.TRUST_PROXY.length > 0 ? options.config.TRUST_PROXY : false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    // Here no hook has run yet.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(ownHeaders(request))),
    clientErrorHandler: refuseUnreadable,
  })
  server.server.headersTimeout = TEN_MINUTES
  const stopping = new AbortController()
  server.decorate('stopping', stopping.signal)
  server.addHook('preClose', async () => stopping.abort())
  server.setErrorHandler(sendError)
  const { BODY_BUDGET_MB, BODY_WAIT, UPLOADS_PER_ORGANIZATION } = options.config
  const budget = createBodyBudget({ totalBytes: BODY_BUDGET_MB * MB, waitMs: BODY_WAIT * 1000 })
  parseBodies(server, budget)

  const pathOf = pathLogger(server)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(ownHeaders(request))
    // Nobody judges who sends to an address that leads nowhere, so nothing of what they send is read.
    const leadsNowhere = request.is404 && request.method !== 'GET'
    if (leadsNowhere) done(new AppError('not_found', 'Not found'))
    else beginRequest(done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const isExpected = status < 400 || isNoFault(request, reply)
    const level = isExpected ? 'info' : status >= 500 ? 'error' : 'warn'
    const ms = Math.round(reply.elapsedTime)
    request.log[level]({ method: request.method, path: pathOf(request), status, ms }, 'request')
    done()
  })

  drainRequests(server)
  answerPreflights(server, options.ctx, options.routes)
  for (const route of options.routes) {
    if (!route.endpoint.upload && !route.endpoint.text_body) addRoute(server, route, options, budget)
  }
  server.register(async (scope) => {
    parseText(scope, budget)
    for (const route of options.routes.filter(({ endpoint }) => endpoint.text_body))
      addRoute(scope, route, options, budget)
  })
  // Only here is a form with files read at all.
  const uploads = createUploadTurns({ perSender: UPLOADS_PER_ORGANIZATION, waitMs: BODY_WAIT * 1000 })
  server.register(async (scope) => {
    await scope.register(multipart)
    for (const route of options.routes.filter(({ endpoint }) => endpoint.upload))
      addRoute(scope, route, options, budget, uploads)
  })
  return server
}

/** Requests are read by zod; in place of compilers of schemas that would be loaded for nothing. */
const noSchemas = () => () => {
  throw new Error('A route declares its schemas as an endpoint of the contract')
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
