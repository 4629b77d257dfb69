import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formReader } from './form-reader.ts'
import { jsonReader } from './json-reader.ts'
import { type BodyReader, DEFAULT_BODY_LIMIT_BYTES, readBody } from './read-body.ts'

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
  server.addContentTypeParser('application/json', parseWith(jsonReader))
  server.addContentTypeParser('application/x-www-form-urlencoded', parseWith(formReader))
}
