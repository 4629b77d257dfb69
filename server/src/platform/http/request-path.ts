import type { FastifyInstance, FastifyRequest } from 'fastify'

const SECRET_PARAMETERS = [':token', ':code', ':secret', ':public_api_key']
const UUID = /^[0-9a-f-]{36}$/i

/**
 * The path as the log may keep it. What opens something is kept by its name, and of an address that leads
 * nowhere only those parts that some route has.
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
    const parts = pattern.split('/')
    if (!SECRET_PARAMETERS.some((name) => parts.includes(name))) return path
    const params = Object(request.params) as Record<string, string>
    const shown = (part: string) =>
      part.startsWith(':') && !SECRET_PARAMETERS.includes(part) ? encodeURIComponent(params[part.slice(1)] ?? '') : part
    return parts.map(shown).join('/')
  }
}
