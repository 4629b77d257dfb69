import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { extendContext } from '../bus/create-context.ts'
import type { Context } from '../context.ts'
import { AppError } from '../error.ts'
import type { Logger } from '../log.ts'
import { Reply, type Route } from '../route.ts'
import { answerFor } from '../thread-share.ts'
import { traced } from '../trace.ts'
import { REQUEST_MS, UPLOAD_MS, waitForRequestTurn } from '../yield-to-event-loop.ts'
import { idempotencyKeyOf } from './answer-once.ts'
import type { BodyBudget } from './body-budget.ts'
import { admitOrigin, checkOrigin } from './cors.ts'
import { sendError } from './errors.ts'
import { describeIncoming, incomingBody, readOptions, releaseIfSmall, requireContentWithin } from './incoming-body.ts'
import { type LimitState, rateLimitHeaders } from './limits.ts'
import type { HttpOptions } from './options.ts'
import { DEFAULT_BODY_LIMIT_BYTES, inPieces, MAX_BODY_LIMIT_BYTES, readRaw } from './read-body.ts'
import { readParams, readRequest } from './read-request.ts'
import { type Gate, isAuthenticated, isPromised, refusalsOf } from './refusals.ts'
import type { UploadTurns } from './upload-turns.ts'

type Admitted = { ctx: Context; rawBody?: Buffer; headers?: Record<string, string> }

/** A caller without the right is refused before the body is read; a signature is verified before it is parsed. */
export function addRoute(
  server: FastifyInstance,
  route: Route,
  options: HttpOptions,
  budget: BodyBudget,
  uploads?: UploadTurns,
): void {
  const caller = options.callers[route.caller]
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  const contentLimitBytes = route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES
  const limitBytes = bodyLimitOf(route, options)
  const contextOf = (request: FastifyRequest) => {
    const { 'user-agent': user_agent = null } = request.headers
    return extendContext(options.ctx, {
      log: request.log as Logger,
      request: { id: request.id, address: request.ip, user_agent },
    })
  }

  async function admit(request: FastifyRequest, reply: FastifyReply, recognize: () => Promise<Admitted> | Admitted) {
    const { cors, limit, limitBy, sees } = route
    if (cors) await admitOrigin(contextOf(request), request, reply, cors)
    const found = await countGuesses(request, recognize)
    const ofCaller = await countCaller(request)
    if (cors) await checkOrigin(found.ctx as never, request, reply, cors)
    // After the gate: a caller who must not learn of the route does not learn of its limit either.
    const current = typeof limit === 'function' ? limit(options.config) : limit
    const ofRoute = current && (await options.checkLimit(current, limitBy ? limitBy(found.ctx as never) : request.ip))
    const states = [ofCaller, ofRoute].filter((state) => state !== undefined)
    reply.headers(rateLimitHeaders(states, ...(uploads ? [uploads.policy] : [])))
    if (found.headers) reply.headers(found.headers)
    if (sees) {
      await answerFor(organizationIn(found.ctx), async () =>
        sees(found.ctx as never, readParams(route, request) as never),
      )
    }
    admitted.set(request, found)
    describeBody(request, reply, found)
    await answerFor(organizationIn(found.ctx), () => waitForRequestTurn(route.endpoint.upload ? UPLOAD_MS : REQUEST_MS))
  }

  function describeBody(request: FastifyRequest, reply: FastifyReply, { ctx, rawBody }: Partial<Admitted>): void {
    const { stageBody } = route
    describeIncoming(request, {
      reply,
      sender: (ctx && options.tenantOf(ctx)) ?? request.ip,
      limitBytes,
      inlineBytes: contentLimitBytes,
      stage: stageBody && ctx ? (source) => stageBody(ctx as never, source) : undefined,
      isRead: rawBody !== undefined,
    })
  }

  /** A wrong key costs the address; a right one never asks what wrong ones came from there. */
  async function countGuesses(request: FastifyRequest, recognize: () => Promise<Admitted> | Admitted) {
    try {
      return await recognize()
    } catch (error) {
      const { authorization, 'api-key': key } = request.headers
      const { api_key } = request.query as { api_key?: unknown }
      const isGuess = typeof caller !== 'function' || [authorization, key, api_key].some((sent) => sent !== undefined)
      if (error instanceof AppError && error.kind === 'unauthorized' && isGuess) {
        await options.checkLimit({ name: 'key-guesses', per_minute: options.config.KEY_GUESSES_PER_MINUTE }, request.ip)
      }
      if (error instanceof AppError && error.kind !== 'unauthorized') await countCaller(request)
      throw error
    }
  }

  /** Whatever a caller asks counts for its own limit, also what is missing or not allowed. */
  async function countCaller(request: FastifyRequest): Promise<LimitState | undefined> {
    const { limit } = options.gates[route.caller]
    const current = limit?.of(options.config)
    return limit && current ? await options.checkLimit(current, limit.by(request)) : undefined
  }

  const present = options.verifyOutput ? promisedRefusals(route, options.gates[route.caller]) : sendError
  const refuse: RouteShorthandOptions['errorHandler'] = (error, request, reply) => {
    // What went wrong is logged with whose request it was; others are not worth a logger of their own.
    request.log = admitted.get(request)?.ctx.log ?? request.log
    return present(error, request, reply, route.presentError)
  }

  server.route({
    method: route.method,
    errorHandler: refuse,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // What a GET only reads a HEAD may ask for too, as monitors and checkers of links do.
    exposeHeadRoute: route.method === 'GET' && !route.effect,
    bodyLimit: limitBytes,
    ...(typeof caller === 'function'
      ? {
          onRequest: (request: FastifyRequest, reply: FastifyReply) =>
            admit(request, reply, async () => ({ ctx: await caller(contextOf(request), request, route) })),
        }
      : {
          preParsing: async (request: FastifyRequest, reply: FastifyReply, payload: Readable) => {
            describeBody(request, reply, {})
            const incoming = incomingBody(request)
            const readOnce = () => readRaw(payload, readOptions(request, budget, incoming))
            await admit(request, reply, () => caller.admit(contextOf(request), request, route, readOnce))
            return Readable.from(inPieces(admitted.get(request)?.rawBody ?? Buffer.alloc(0)))
          },
        }),
    handler: async (request, reply) => {
      const { ctx, rawBody } = admitted.get(request) ?? {}
      const incoming = incomingBody(request)
      await using stagedBody = incoming.staged
      using turn = await uploads?.enter(incoming.sender, request)
      const read = readRequest(route, request, turn)
      if (incoming.size > contentLimitBytes && !stagedBody) requireContentWithin(contentLimitBytes, read.body)
      // What the handler is given is all that remains of the body.
      request.body = undefined
      releaseIfSmall(incoming, contentLimitBytes)
      const input = { ...read, rawBody, stagedBody, releaseBody: () => incoming.release() }
      const { limitEach } = route
      if (limitEach) await options.checkLimit(limitEach.limit, `${request.ip} ${limitEach.of(input as never)}`)
      const serve = () =>
        answerFor(organizationIn(ctx), () =>
          traced(`${route.method} ${route.path}`, { request_id: request.id }, async () =>
            route.serve(ctx as never, input as never),
          ),
        )
      const key = uploads ? null : idempotencyKeyOf(request, ctx, { value: read.body, size: incoming.size })
      const result: unknown = await (key === null ? serve() : options.answerOnce(key, serve))
      const answer = result instanceof Reply ? result : new Reply(result)
      reply.code(answer.status).headers(answer.headers)
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      // What streams is no JSON: its pieces are for the tests of the route.
      if (options.verifyOutput && answer.status < 300 && !(answer.body instanceof Readable)) verify(route, answer.body)
      if (answer.onSent) notifySent(reply, answer.onSent)
      // A handler that says `Reply` and no body means none; a bare null is JSON.
      if (result instanceof Reply && result.body === null) return reply.send()
      // A stream is made while it is sent, which is work of the same organization.
      if (answer.body instanceof Readable) return answerFor(organizationIn(ctx), async () => reply.send(answer.body))
      return reply.send(answer.body ?? null)
    },
  })
}

/** The contract's 300 MB of authenticated callers; others send no more than the route takes. */
function bodyLimitOf(route: Route, { callers, gates }: HttpOptions): number {
  const caller = callers[route.caller]
  if (typeof caller !== 'function') return caller.bodyLimitBytes
  if (isAuthenticated(gates[route.caller])) return MAX_BODY_LIMIT_BYTES
  return route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES
}

/** Whose share of the thread a request uses; that of the server where no organization is known. */
function organizationIn(ctx: object | undefined): string {
  const { organization } = (ctx ?? {}) as { organization?: { id: string } | null }
  return organization?.id ?? ''
}

function notifySent({ raw }: FastifyReply, onSent: (hasLeft: boolean) => void): void {
  if (raw.closed) onSent(false)
  else raw.once('close', () => onSent(raw.writableFinished))
}

/** Turns a refusal that the contract does not promise into a fault, which the test that met it shows. */
function promisedRefusals(route: Route, gate: Gate): typeof sendError {
  const refusals = refusalsOf(route, gate)
  return (error, request, reply, present) => {
    const known = error instanceof AppError && !isPromised(refusals, error)
    const fault =
      known && new Error(`${route.method} ${route.path} does not promise ${error.status} ${error.code ?? ''}`)
    if (fault) request.log.fatal({ err: fault }, 'the contract is broken')
    return sendError(fault || error, request, reply, present)
  }
}

function verify(route: Route, body: unknown): void {
  const checked = route.endpoint.answer?.safeParse(JSON.parse(JSON.stringify(body ?? null)))
  if (checked?.success === false) {
    throw new Error(`${route.method} ${route.path} answered against its schema: ${checked.error.message}`)
  }
}
