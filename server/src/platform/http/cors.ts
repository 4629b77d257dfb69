import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { extendContext } from '../bus/create-context.ts'
import type { Context } from '../context.ts'
import { AppError } from '../error.ts'
import type { Logger } from '../log.ts'
import type { Cors, Route } from '../route.ts'

const PREFLIGHT_MAX_AGE_SECONDS = '600'

const originRefused = () =>
  new AppError('forbidden', 'This page may not call this address', { code: 'ORIGIN_NOT_ALLOWED' })

/** Tells the browser that the page may read the answer; never that it may send credentials. */
function expose(reply: FastifyReply, origin: string, { exposedHeaders = [] }: Cors): void {
  reply.header('access-control-allow-origin', origin)
  if (exposedHeaders.length > 0) reply.header('access-control-expose-headers', exposedHeaders.join(', '))
}

/** Before the caller is known: a page that could be allowed may read a refusal. */
export async function admitOrigin(ctx: Context, request: FastifyRequest, reply: FastifyReply, cors: Cors) {
  reply.header('vary', 'origin')
  const { origin } = request.headers
  if (origin === undefined) return
  if (!(await mayAsk(ctx, request, origin, cors))) throw originRefused()
  expose(reply, origin, cors)
}

/** Once the caller is known: the caller's own rule. */
export async function checkOrigin(ctx: never, request: FastifyRequest, reply: FastifyReply, cors: Cors) {
  const { origin } = request.headers
  if (origin === undefined || (await cors.allows(ctx, origin))) return
  reply.removeHeader('access-control-allow-origin')
  throw originRefused()
}

const mayAsk = async (ctx: Context, request: FastifyRequest, origin: string, { allowsPreflight }: Cors) =>
  allowsPreflight ? allowsPreflight(ctx, request, origin) : true

/** Answers preflights for exactly these routes' paths and methods; nothing else has any CORS. */
export function answerPreflights(server: FastifyInstance, ctx: Context, routes: readonly Route[]): void {
  const byPath = Map.groupBy(
    routes.filter(({ cors }) => cors),
    ({ path }) => path,
  )
  for (const [path, here] of byPath) {
    server.route({
      method: 'OPTIONS',
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Here, so that a body is never read.
      onRequest: async (request, reply) => {
        const { origin, 'access-control-request-method': method } = request.headers
        const cors = here.find((route) => route.method === method)?.cors
        if (origin === undefined || !cors) throw new AppError('not_found', 'Not found')
        reply.header('vary', 'origin, access-control-request-method')
        if (!(await mayAsk(extendContext(ctx, { log: request.log as Logger }), request, origin, cors)))
          throw originRefused()
        expose(reply, origin, cors)
        reply.header('access-control-allow-methods', here.map(({ method }) => method).join(', '))
        reply.header('access-control-allow-headers', ['content-type', ...(cors.headers ?? [])].join(', '))
        reply.header('access-control-max-age', PREFLIGHT_MAX_AGE_SECONDS)
        return reply.code(204).send()
      },
      handler: async () => null,
    })
  }
}
