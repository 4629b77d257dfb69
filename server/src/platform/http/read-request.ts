import type { FastifyRequest } from 'fastify'
import { AppError } from '../error.ts'
import type { Route } from '../route.ts'
import { withoutNul } from '../without-nul.ts'
import { type Issue, issuesOf, validationError } from './errors.ts'
import { nestedQuery } from './nested-query.ts'
import { uploadOf } from './receive-upload.ts'
import type { UploadTurn } from './upload-turns.ts'

/** What the handler gets: every part parsed, every problem named at once. */
export function readRequest(route: Route, request: FastifyRequest, turn: UploadTurn | undefined) {
  const { endpoint } = route
  const params = readParams(route, request)
  const issues: Issue[] = []
  const read = (part: 'query' | 'body', prefix: string) => {
    const schema = endpoint[part]
    if (!schema) return undefined
    const sent = withoutNul(part === 'query' ? nestedQuery(request.query) : request.body)
    // Nothing sent is an empty object; a `null` that was sent is none.
    const parsed = schema.safeParse(sent === undefined ? {} : sent)
    if (parsed.success) return parsed.data
    issues.push(...issuesOf(parsed.error, prefix))
    return undefined
  }
  const query = read('query', 'query')
  const body = read('body', '')
  if (issues.length > 0) throw validationError(issues)
  return { params, query, body, upload: uploadOf(request, endpoint.upload, turn), http: request }
}

/** Ids that nothing has, in the forms that ids have. */
const ABSENT_IDS = ['00000000-0000-0000-0000-000000000000', '0', '2147483647']

/** A malformed id is replaced by one that nothing has, so that a route that looks for it answers exactly as for a missing one. */
export function readParams({ endpoint: { params: schema } }: Route, request: FastifyRequest): unknown {
  const sent: Record<string, string> = Object(request.params)
  const parsed = schema?.safeParse(sent)
  if (!schema || parsed?.success) return parsed?.data
  const malformed = new Set(parsed?.error.issues.map(({ path }) => String(path[0])))
  for (const absent of ABSENT_IDS) {
    const replaced = Object.entries(sent).map(([name, value]) => [name, malformed.has(name) ? absent : value])
    const again = schema.safeParse(Object.fromEntries(replaced))
    if (again.success) return again.data
  }
  throw new AppError('not_found', 'Not found')
}
