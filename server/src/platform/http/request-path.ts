import type { FastifyInstance, FastifyRequest } from 'fastify'

const SECRET_PARAMETERS = ['token', 'code', 'secret']
const UUID = /^[0-9a-f-]{36}$/i

/**
 * The path as the log may keep it. A token in a path is a key: where a route names one, its pattern is kept, and of an
 * address that leads nowhere only those parts that some route has.
 */
export function pathLogger(server: FastifyInstance): (request: FastifyRequest) => string {
  const known = new Set([''])
  server.addHook('onRoute', ({ url }) => {
    for (const part of url.split('/')) known.add(part)
  })
  return (request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const pattern = request.is404 ? undefined : request.routeOptions.url
    if (pattern === undefined) {
      return path
        .split('/')
        .map((part) => (known.has(part) || UUID.test(part) ? part : '*'))
        .join('/')
    }
    const isSecret = SECRET_PARAMETERS.some((name) => Object.hasOwn(Object(request.params), name))
    return isSecret ? pattern : path
  }
}
