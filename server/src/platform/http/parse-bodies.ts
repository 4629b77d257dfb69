import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formReader } from './form-reader.ts'
import { jsonReader } from './json-reader.ts'
import { type BodyReader, DEFAULT_BODY_LIMIT_BYTES, readBody, readRaw } from './read-body.ts'

/** By its own name, or by that of what is written in it, such as `application/cloudevents+json`. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json(;|\s|$)/i

/** JSON and form posts are read alike, as they arrive and within the route's limit; an empty body is no body. */
export function parseBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const parseWith = (createReader: () => BodyReader) => (request: FastifyRequest, payload: FastifyRequest['raw']) =>
    readBody(
      payload,
      {
        limitBytes: request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
        announcedBytes: request.headers['content-length'],
      },
      createReader(),
    )
  server.addContentTypeParser(JSON_TYPE, parseWith(jsonReader))
  server.addContentTypeParser('application/x-www-form-urlencoded', parseWith(formReader))
}

/** For routes that take text: whatever is sent is read as such. */
export function parseText(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  // Fastify refuses a content type that is empty or malformed before any parser is asked.
  server.addHook('onRequest', async ({ raw }) => {
    if ('content-type' in raw.headers) raw.headers['content-type'] = 'text/plain'
  })
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    const limitBytes = request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES
    const raw = await readRaw(payload, { limitBytes, announcedBytes: request.headers['content-length'] })
    return raw.toString('utf8')
  })
}
