import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyBudget } from './body-budget.ts'
import { formReader } from './form-reader.ts'
import { type IncomingBody, incomingBody, readOptions } from './incoming-body.ts'
import { jsonReader } from './json-reader.ts'
import { type BodyReader, readBody } from './read-body.ts'
import { stagingReader } from './staging-reader.ts'
import { textReader } from './text-reader.ts'

/** By its own name, or by that of what is written in it, such as `application/cloudevents+json`. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json(;|\s|$)/i

type CreateReader = (options: { maxTextBytes?: number }) => BodyReader

/** JSON and form posts are read alike, as they arrive and within the budget; an empty body is no body. */
export function parseBodies(server: FastifyInstance, budget: BodyBudget): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(JSON_TYPE, parseWith(jsonReader, budget))
  server.addContentTypeParser('application/x-www-form-urlencoded', parseWith(formReader, budget))
}

/** For routes that take text: a body of any type is read as such. */
export function parseText(server: FastifyInstance, budget: BodyBudget): void {
  server.removeAllContentTypeParsers()
  // Fastify refuses a content type that is empty or malformed before any parser is asked.
  server.addHook('onRequest', async ({ raw }) => {
    if ('content-type' in raw.headers) raw.headers['content-type'] = 'text/plain'
  })
  server.addContentTypeParser('*', parseWith(textReader, budget))
}

function parseWith(createReader: CreateReader, budget: BodyBudget) {
  return (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    const incoming = incomingBody(request)
    const { stage, inlineBytes } = incoming
    const options = readOptions(request, budget, incoming)
    if (!stage) return readBody(payload, options, createReader({}))
    const onStaged = (staged: IncomingBody['staged']) => Object.assign(incoming, { staged })
    const reader = stagingReader(createReader({ maxTextBytes: inlineBytes }), { inlineBytes, stage, onStaged })
    return readBody(payload, options, reader)
  }
}
