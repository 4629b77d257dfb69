import { z } from 'zod'
import type { Endpoint, UploadRule } from '#contracts/endpoint.ts'
import type { Feature } from '../feature.ts'
import type { Caller, Route } from '../route.ts'
import { DEFAULT_BODY_LIMIT_BYTES, MAX_BODY_LIMIT_BYTES, MB } from './read-body.ts'
import { type Gate, isAuthenticated, type Refusals, refusalsOf } from './refusals.ts'

export type ApiInfo = {
  title: string
  url: string
  /** The name of the session cookie. */
  cookie: string
  gates: { readonly [Name in Caller]: Gate }
}

/** The OpenAPI document, made from the routes themselves so that it cannot say anything else than they do. */
export function openApiDocument(features: readonly Feature[], { title, url, cookie, gates }: ApiInfo) {
  let paths: ReturnType<typeof describePaths> | undefined
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url }],
    tags: features.map(({ name, about = name }) => ({ name, description: about })),
    /** Described when someone asks, because it takes a tenth of the time of a start. */
    get paths() {
      paths ??= describePaths(features, gates)
      return paths
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        private_key: { type: 'http', scheme: 'bearer' },
        public_key: { type: 'apiKey', in: 'header', name: 'api-key' },
      },
    },
  }
}

function describePaths(features: readonly Feature[], gates: ApiInfo['gates']) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, routes = [] } of features) {
    for (const route of routes) {
      // What is refused whatever is sent is no operation.
      if (!route.endpoint.answer && route.endpoint.errors?.[405]) continue
      const described = { tags: [name], ...describe(route, gates[route.caller]) }
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described }
    }
  }
  return paths
}

function describe(route: Route, gate: Gate) {
  const { endpoint } = route
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    ...describedBy(gate.proof, route.cors && 'Pages of other sites may call it.'),
    'x-caller': route.caller,
    security: gate.security ? [{ [gate.security]: [] }] : [],
    parameters: [...pathParameters(route), ...queryParameters(endpoint)],
    ...(endpoint.body && { requestBody: bodyOf(endpoint, endpoint.body) }),
    ...(endpoint.upload && { requestBody: { required: true, content: form(endpoint.upload) } }),
    responses: { ...successes(endpoint), ...errors(refusalsOf(route, gate), tooLarge(route, gate)) },
  }
}

function describedBy(...sentences: (string | undefined)[]) {
  const description = sentences.filter(Boolean).join(' ')
  return description ? { description } : {}
}

const bodyOf = ({ text_body }: Endpoint, body: z.ZodType) =>
  text_body
    ? { required: false, content: { '*/*': { schema: { type: 'string' } } } }
    : { required: true, content: json(toSchema(body, 'input')) }

/** An upload is limited by its file, whose size is a setting. */
function tooLarge(route: Route, gate: Gate): string {
  if (route.endpoint.upload) return 'Too large'
  const inMb = (bytes: number) => (bytes < MB ? `${bytes} bytes` : `${bytes / MB} MB`)
  const contentBytes = gate.bodyLimitBytes ?? route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES
  const isWholeBody = gate.bodyLimitBytes !== undefined || !isAuthenticated(gate)
  if (isWholeBody) return `The body is larger than ${inMb(contentBytes)}`
  const limit = `The body is larger than ${inMb(MAX_BODY_LIMIT_BYTES)}`
  const isStored = route.stageBody !== undefined || contentBytes >= MAX_BODY_LIMIT_BYTES
  return isStored ? limit : `${limit}, or its values together than ${inMb(contentBytes)}`
}

function successes({ answer, statuses = [200] }: Endpoint) {
  const bytes = {
    'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
  }
  const content = answer ? json(toSchema(answer, 'output')) : bytes
  return Object.fromEntries(statuses.map((status) => [status, success(status, content)]))
}

function success(status: number, content: object) {
  const description = done[status] ?? 'Done'
  if (status < 300) return { description, content }
  return { description, headers: { location: { description: 'Where to', schema: { type: 'string' } } } }
}

const done: Record<number, string> = { 200: 'Done', 201: 'Created', 202: 'Accepted', 302: 'Sent elsewhere' }

const meaning: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Not signed in, or no valid key',
  403: 'Not allowed',
  404: 'Not found',
  408: 'The body arrives too slowly',
  409: 'Conflict with the current state',
  422: 'Cannot be done now',
  429: 'Too many requests',
  502: 'Another service failed',
  503: 'Temporarily unavailable',
  504: 'Took too long',
}

/** Every error has one shape; `code` is one of those that the route promises. */
function errors(refusals: Refusals, tooLarge: string) {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, codes]) => {
      const code = codes.length > 0 ? { code: { type: 'string', enum: codes } } : {}
      const issues = codes.includes('VALIDATION_FAILED') ? { issues: ISSUES } : {}
      const properties = { success: { const: false }, error: { type: 'string' }, ...code, ...issues }
      const schema = { type: 'object', properties, required: ['success', 'error'] }
      const description = status === '413' ? tooLarge : (meaning[Number(status)] ?? 'An error')
      return [status, { description, content: json(schema) }]
    }),
  )
}

const ISSUES = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string' } },
    required: ['path', 'message'],
  },
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

function form({ file, fields }: UploadRule) {
  const { properties } = propertiesOf(fields)
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = { type: 'object', properties: { ...properties, [file]: binary }, required: [file] }
  return { 'multipart/form-data': { schema } }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}

function propertiesOf(schema: z.ZodType) {
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return { properties, required }
}

/** Typed where the route reads them; the ids that the caller's gate reads are UUIDs. */
function pathParameters({ path, endpoint }: Route) {
  const { properties } = endpoint.params ? propertiesOf(endpoint.params) : { properties: {} as Record<string, unknown> }
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = properties[name] ?? { type: 'string', ...(name.endsWith('_id') && { format: 'uuid' }) }
    return { name, in: 'path', required: true, schema }
  })
}

function queryParameters({ query }: Endpoint) {
  if (!query) return []
  const { properties, required } = propertiesOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    // `name[key]=value`
    ...(isObject(schema) && { style: 'deepObject' }),
    schema,
  }))
}

const isObject = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object'
