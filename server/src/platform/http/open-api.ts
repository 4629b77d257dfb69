import { z } from 'zod'
import type { Caller, Route, UploadRule } from '../route.ts'

type Described = Route & { feature: string }

/** The OpenAPI document, made from the routes themselves so that it cannot say anything else than they do. */
export function openApiDocument(
  routes: readonly Described[],
  { title, url, cookie }: { title: string; url: string; cookie: string },
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        private_key: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function describe(route: Described, path: string) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    tags: [route.feature],
    summary: route.summary ?? '',
    'x-caller': route.caller,
    security: securityOf(route.caller),
    parameters: [...inPath, ...queryParameters(route.query)],
    ...(route.body && { requestBody: { required: true, content: json(route.body, 'input') } }),
    ...(route.upload && { requestBody: { required: true, content: form(route.upload) } }),
    responses: {
      200: { description: 'Done', ...(route.output && { content: json(route.output, 'output') }) },
      default: { description: 'An error: `{success: false, error, code?}`' },
    },
  }
}

const open: readonly Caller[] = ['anyone', 'local_developer']
const keyed: readonly Caller[] = ['private_key', 'teammate_key']

function securityOf(caller: Caller): Record<string, string[]>[] {
  if (open.includes(caller)) return []
  return [{ [keyed.includes(caller) ? 'private_key' : 'session']: [] }]
}

const json = (schema: z.ZodType, io: 'input' | 'output') => ({ 'application/json': { schema: toSchema(schema, io) } })

function form({ file, fields }: UploadRule) {
  const { properties = {} } = toSchema(fields, 'input') as { properties?: Record<string, unknown> }
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = { type: 'object', properties: { ...properties, [file]: binary }, required: [file] }
  return { 'multipart/form-data': { schema } }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}

function queryParameters(query: z.ZodType | undefined) {
  if (!query) return []
  const { properties = {}, required = [] } = toSchema(query, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
