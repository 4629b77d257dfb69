import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isDatabaseLost } from '../db/database-lost.ts'
import { AppError } from '../error.ts'

export type Issue = { path: string; message: string }

export function validationError(issues: Issue[]): AppError {
  const [first] = issues
  const sentence = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'The request is not valid'
  return new AppError('bad_request', sentence, { code: 'VALIDATION_FAILED', data: { issues } })
}

/** What is wrong with one field, in a sentence that needs no name before it; the code where a program must tell it from others. */
export const fieldError = (path: string, message: string, code = 'VALIDATION_FAILED'): AppError =>
  new AppError('bad_request', message, { code, data: { issues: [{ path, message }] } })

/** Naming more helps nobody, and a body can have as many problems as it has values. */
const MAX_ISSUES = 100

export function issuesOf(error: z.ZodError, prefix: string): Issue[] {
  return error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    path: [prefix, ...path].filter((part) => part !== '').join('.'),
    message,
  }))
}

const malformed: Record<string, string> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the announced length',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type is not supported here; send application/json',
}

/** The framework's own refusals, in our words; null for anything that is not the caller's doing. */
function fromFramework(error: FastifyError): AppError | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('too_large', 'The body is too large')
  if (error.code === 'FST_ERR_BAD_URL') return validationError([{ path: 'path', message: 'The address is malformed' }])
  const sentence = malformed[error.code]
  if (sentence) return validationError([{ path: 'body', message: sentence }])
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? validationError([{ path: 'request', message: error.message }]) : null
}

/** Passes by itself, unlike a fault of ours. */
const withoutDatabase = (error: unknown): AppError | null =>
  isDatabaseLost(error)
    ? new AppError('unavailable', 'The service is not available at the moment', { cause: error })
    : null

/** Work that ended because its client had hung up is no fault of ours. */
const hasLeft = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && error instanceof Error && error.name === 'AbortError'

/** What is no fault of ours; null for a fault. */
const knownError = (error: unknown): AppError | null =>
  error instanceof AppError ? error : (withoutDatabase(error) ?? fromFramework(error as FastifyError))

/** Requests that were refused for what is no fault of ours, or that asked for what need not exist. */
const refusedWithoutFault = new WeakSet<FastifyRequest>()

/**
 * A server that says when to come back refuses on purpose, 502 is a fault of another service, and what is not available
 * without anything having failed is not set up: one warning, and no fault of ours.
 */
export const isNoFault = (request: FastifyRequest, reply: FastifyReply): boolean =>
  refusedWithoutFault.has(request) || (reply.statusCode === 503 && reply.getHeader('retry-after') !== undefined)

const isOfOthers = ({ status, headers, cause }: AppError): boolean =>
  status === 502 || (status === 503 && (headers['retry-after'] !== undefined || cause === undefined))

/** One shape for every error; an unexpected one reveals its request id and nothing else. `present`: that of the route's own protocol. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  present?: (error: AppError) => object | null,
): FastifyReply {
  const known = knownError(error)
  if (!known && hasLeft(error, request)) {
    request.log.info({ method: request.method, path: request.routeOptions.url }, 'the client hung up')
    return reply.send()
  }
  if (!known) {
    request.log.error({ err: error }, 'unexpected error')
    return reply.code(500).send({ success: false, error: 'Something went wrong', request_id: request.id })
  }
  if (known.isExpected) refusedWithoutFault.add(request)
  if (isOfOthers(known)) {
    refusedWithoutFault.add(request)
    request.log.warn(known.status === 502 ? { err: known } : {}, known.message)
  } else if (known.status >= 500) request.log.error({ err: known }, known.message)
  return reply
    .code(known.status)
    .headers(known.headers)
    .send(
      present?.(known) ?? {
        success: false,
        error: known.message,
        ...(known.code && { code: known.code }),
        ...known.data,
      },
    )
}
