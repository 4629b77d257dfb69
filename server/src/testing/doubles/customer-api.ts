import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnLoopback } from '../servers/listen-on-loopback.ts'

type Asked = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** What the body says as a form with files; null where it is none. */
  form: FormData | null
}
type Answer = (response: ServerResponse, asked: Asked) => void

export const API_KEY = 'key-of-the-customer-api'

/** An API of customers with the document that describes it. It answers nobody who does not bring its key. */
export async function startCustomerApi() {
  const asked: Asked[] = []
  let next: Answer | null = null
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const bytes = await buffer(request)
    const form = await readForm(headers['content-type'] ?? '', bytes)
    const one = { method, url, headers, body: bytes.toString('utf8'), form }
    asked.push(one)
    if (headers['x-api-key'] !== API_KEY) return void send(response, 401, { message: 'Who are you?' })
    if (next) return next(response, one)
    send(response, method === 'POST' ? 201 : 200, { method, url, body: one.body })
  })
  const origin = await listenOnLoopback(server)
  return {
    url: `${origin}/v1`,
    asked,
    /** What was asked last. */
    last: () => asked.at(-1),
    /** Answers everything like this from now on. */
    answer: (answer: Answer | null) => {
      next = answer
    },
    document: documentOf(`${origin}/v1`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Throws where a form is not written as one. */
async function readForm(type: string, bytes: Buffer<ArrayBuffer>): Promise<FormData | null> {
  if (!type.startsWith('multipart/form-data')) return null
  return await new Response(bytes, { headers: { 'content-type': type } }).formData()
}

export const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const documentOf = (url: string) => ({
  openapi: '3.0.3',
  info: { title: 'Customers', version: '1' },
  servers: [{ url }, { url: '/relative' }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      Customer: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string', nullable: true },
          age: { type: 'integer', minimum: 0, exclusiveMinimum: true, example: 36 },
          parent: { $ref: '#/components/schemas/Customer' },
        },
      },
    },
  },
  paths: {
    '/customers': {
      get: {
        operationId: 'listCustomers',
        summary: 'List the customers',
        tags: ['Customers'],
        parameters: [
          { name: 'status', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
          { name: 'words', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array' } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
          { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
      },
      post: {
        operationId: 'createCustomer',
        tags: ['Customers'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Customer' } } },
        },
      },
    },
    '/customers/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: { summary: 'Show a customer', description: 'With everything that is known of them.' },
      delete: { operationId: 'deleteCustomer', deprecated: true },
    },
    '/customers/{id}/form': {
      post: {
        operationId: 'sendForm',
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      },
    },
    '/customers/{id}/note': {
      put: { operationId: 'writeNote', requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } },
    },
    '/upload': {
      post: { operationId: 'upload', requestBody: { required: true, content: { 'application/octet-stream': {} } } },
    },
    '/elsewhere': { get: { operationId: 'elsewhere', servers: [{ url: 'https://other.example' }] } },
  },
})
