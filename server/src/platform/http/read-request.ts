import type { FastifyRequest } from 'fastify'
import { AppError } from '../error.ts'
import type { Route } from '../route.ts'
import { type Issue, issuesOf, validationError } from './errors.ts'
import { uploadOf } from './receive-upload.ts'

/** What the handler gets: every part parsed, every problem named at once. A malformed id is simply not found. */
export function readRequest({ endpoint }: Route, request: FastifyRequest) {
  const params = endpoint.params?.safeParse(request.params)
  if (params?.success === false) throw new AppError('not_found', 'Not found')

  const issues: Issue[] = []
  const read = (part: 'query' | 'body', prefix: string) => {
    const schema = endpoint[part]
    if (!schema) return undefined
    // Nothing sent is an empty object; a `null` that was sent is none.
    const parsed = schema.safeParse(request[part] === undefined ? {} : request[part])
    if (parsed.success) return parsed.data
    issues.push(...issuesOf(parsed.error, prefix))
    return undefined
  }
  const query = read('query', 'query')
  const body = read('body', '')
  if (issues.length > 0) throw validationError(issues)
  return { params: params?.data, query, body, upload: uploadOf(request, endpoint.upload), http: request }
}
