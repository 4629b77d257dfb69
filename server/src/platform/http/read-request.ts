import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../error.ts'
import type { Route } from '../route.ts'
import { withoutNul } from '../without-nul.ts'
import { type Issue, issuesOf, validationError } from './errors.ts'
import { issueSentence } from './issue-sentence.ts'
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
    const given = sent === undefined ? {} : sent
    const parsed = part === 'body' && isForm(request) ? parseForm(schema, given) : parse(schema, given)
    if (parsed.success) return parsed.data
    issues.push(...issuesOf(parsed.error, prefix))
    return undefined
  }
  const query = read('query', 'query')
  const body = read('body', '')
  if (issues.length > 0) throw validationError(issues)
  return { params, query, body, upload: uploadOf(request, endpoint.upload, turn), http: request }
}

const parse = (schema: z.ZodType, given: unknown) => schema.safeParse(given, { error: issueSentence })

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false

/** A form has texts alone: where a boolean or a number is wanted, what is written as one is one. */
function parseForm(schema: z.ZodType, given: unknown) {
  const parsed = parse(schema, given)
  if (parsed.success) return parsed
  for (const issue of parsed.error.issues)
    if (issue.code === 'invalid_type') convertAt(given, issue.path, issue.expected)
  return parse(schema, given)
}

function convertAt(given: unknown, path: readonly PropertyKey[], expected: string): void {
  const [key = ''] = path.slice(-1)
  let parent: unknown = given
  for (const name of path.slice(0, -1)) parent = Object(parent)[name]
  if (typeof parent !== 'object' || parent === null) return
  const text: unknown = Reflect.get(parent, key)
  if (expected === 'boolean' && (text === 'true' || text === 'false')) Reflect.set(parent, key, text === 'true')
  if (expected === 'number' && typeof text === 'string' && String(Number(text)) === text)
    Reflect.set(parent, key, Number(text))
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
