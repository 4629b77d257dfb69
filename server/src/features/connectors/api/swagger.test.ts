import { dump } from 'js-yaml'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { API_KEY } from '#testing/doubles/customer-api.ts'
import { CUSTOMER_TO_MAKE, givenApi } from '#testing/tools/api-connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '10' } })

const list = (name: string, place: string, collectionFormat?: string) => ({
  name,
  in: place,
  type: 'array',
  items: { type: 'string' },
  ...(collectionFormat && { collectionFormat }),
})

const swagger = {
  swagger: '2.0',
  info: { title: 'Customers', version: '1' },
  host: 'customers.example',
  basePath: '/v1',
  schemes: ['http', 'https', 'wss'],
  consumes: ['application/json', 'application/xml'],
  securityDefinitions: {
    key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    user: { type: 'basic' },
    where: { type: 'apiKey', in: 'query', name: 'key' },
  },
  parameters: {
    Id: { name: 'id', in: 'path', required: true, type: 'string', description: 'Whose' },
    Customer: { name: 'customer', in: 'body', required: true, schema: { $ref: '#/definitions/Customer' } },
  },
  definitions: {
    Customer: {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'string', readOnly: true },
        name: { type: 'string', 'x-nullable': true },
        age: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        parent: { $ref: '#/definitions/Customer' },
      },
    },
  },
  paths: {
    '/customers': {
      get: {
        operationId: 'list',
        summary: 'List the customers',
        tags: ['Customers'],
        deprecated: true,
        parameters: [
          list('csv', 'query'),
          list('ssv', 'query', 'ssv'),
          list('tsv', 'query', 'tsv'),
          list('pipes', 'query', 'pipes'),
          list('multi', 'query', 'multi'),
          list('X-Words', 'header', 'csv'),
          { name: 'limit', in: 'query', type: 'integer', maximum: 10, description: 'So many' },
        ],
      },
      post: { operationId: 'create', parameters: [{ $ref: '#/parameters/Customer' }] },
    },
    '/customers/{id}': {
      parameters: [{ $ref: '#/parameters/Id' }, list('X-Words', 'header')],
      get: { operationId: 'show', parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }] },
      put: {
        operationId: 'write',
        consumes: ['text/plain'],
        parameters: [{ name: 'text', in: 'body', schema: { type: 'string' } }],
      },
    },
    '/customers/{id}/form': {
      parameters: [{ $ref: '#/parameters/Id' }],
      post: {
        operationId: 'form',
        consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        parameters: [
          { name: 'city', in: 'formData', type: 'string', required: true },
          list('csv', 'formData'),
          list('multi', 'formData', 'multi'),
        ],
      },
    },
    '/customers/{id}/photo': {
      parameters: [{ $ref: '#/parameters/Id' }],
      post: {
        operationId: 'photo',
        parameters: [
          { name: 'photo', in: 'formData', type: 'file', required: true, description: 'Of the front' },
          { name: 'note', in: 'formData', type: 'string' },
          list('pipes', 'formData', 'pipes'),
        ],
      },
    },
    '/ids/{ids}': { get: { operationId: 'ids', parameters: [list('ids', 'path', 'pipes')] } },
    '/other': {
      post: {
        operationId: 'other',
        consumes: ['application of any type'],
        parameters: [{ $ref: '#/parameters/Customer' }],
      },
    },
  },
}

const ABLE = Object.entries(swagger.paths).flatMap(([path, item]) =>
  Object.keys(item).flatMap((method) =>
    method === 'parameters' || /^\/(ids|other)/.test(path) ? [] : `${method.toUpperCase()} ${path}`,
  ),
)

const givenSwagger = () => givenApi(app, { operations: ABLE, document: () => swagger })

async function givenReader() {
  const { organization, owner } = await app.given.organization()
  const person = await app.as(owner)
  const base = `/api/organizations/${organization.id}/mcps`
  return { person, base, read: (document: string) => person.post(`${base}/openapi`, { document }) }
}

test.each([
  ['JSON', JSON.stringify(swagger)],
  ['YAML', dump(swagger)],
  ['YAML with a number as its version', dump({ ...swagger, swagger: 2 })],
])('a document of version 2 in %s says what one of version 3 does', async (_, document) => {
  const { read } = await givenReader()
  const { status, body } = await read(document)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    title: 'Customers',
    urls: ['https://customers.example/v1', 'http://customers.example/v1'],
    headers: [
      { name: 'X-Api-Key', begins: '' },
      { name: 'Authorization', begins: 'Basic ' },
    ],
    query_keys: ['key'],
    total: 8,
  })
  expect(body.operations[0]).toMatchObject({
    operation: 'GET /customers',
    name: 'list',
    tag: 'Customers',
    is_deprecated: true,
    description: 'List the customers',
  })
  const problems = body.operations.flatMap(({ name, problem }: { name: string; problem: string | null }) =>
    problem === null ? [] : `${name}: ${problem}`,
  )
  expect(problems).toEqual([
    'ids: The style pipeDelimited of a parameter is not supported',
    'other: It takes application of any type, which is not supported',
  ])
})

test.each([
  [{ host: undefined }, []],
  [{ schemes: undefined }, ['https://customers.example/v1']],
  [{ schemes: ['http'], basePath: '/' }, ['http://customers.example']],
  [{ basePath: undefined, schemes: 'http' }, ['https://customers.example']],
  [{ host: 'a b' }, []],
] as const)('with %j, an API of version 2 is reached at %j', async (more, urls) => {
  const { read } = await givenReader()
  expect((await read(JSON.stringify({ ...swagger, ...more }))).body.urls).toEqual(urls)
})

const a = ['a', 'b c', 'd,e']

test.each([
  ['list', { csv: a }, 'GET /v1/customers?csv=a,b%20c,d%2Ce', ''],
  ['list', { ssv: a, tsv: a }, 'GET /v1/customers?ssv=a%20b%20c%20d%2Ce&tsv=a%09b%20c%09d%2Ce', ''],
  [
    'list',
    { pipes: a, multi: ['a', 'b'], limit: 3 },
    'GET /v1/customers?pipes=a%7Cb%20c%7Cd%2Ce&multi=a&multi=b&limit=3',
    '',
  ],
  ['create', { body: { name: 'Ada' } }, 'POST /v1/customers', '{"name":"Ada"}'],
  ['show', { id: 7 }, 'GET /v1/customers/7', ''],
  ['write', { id: 'a/b', body: 'Called.' }, 'PUT /v1/customers/a%2Fb', 'Called.'],
  [
    'form',
    { id: '1', body: { city: 'x y', csv: a, multi: ['a', 'b'] } },
    'POST /v1/customers/1/form',
    'city=x+y&csv=a,b%20c,d%2Ce&multi=a&multi=b',
  ],
] as const)('of version 2, %s with %j is sent as %s', async (name, input, request, body) => {
  await using given = await givenSwagger()
  const { isError, text } = await given.call(name, input)
  expect([isError, text]).toEqual([false, expect.any(String)])
  const sent = given.api.last()
  expect(`${sent?.method} ${sent?.url}`).toBe(request)
  expect(sent?.body).toBe(body)
  expect(sent?.headers).toMatchObject({ 'x-api-key': API_KEY })
})

test('a form of version 2 with a file is sent with it', async () => {
  await using given = await givenSwagger()
  const body = { photo: { name: 'a.txt', content: 'a picture' }, note: 'x', pipes: ['a', 'b'] }
  const { isError, text } = await given.call('photo', { id: '1', body })
  expect([isError, text]).toEqual([false, expect.any(String)])
  const form = given.api.last()?.form
  const photo = form?.get('photo')
  expect(photo instanceof File && [photo.name, await photo.text()]).toEqual(['a.txt', 'a picture'])
  expect([form?.get('note'), form?.get('pipes')]).toEqual(['x', 'a|b'])
})

test('what a tool of version 2 takes is what its operation takes', async () => {
  await using given = await givenSwagger()
  expect(await given.schemaOf('create')).toEqual(CUSTOMER_TO_MAKE)
  expect(await given.schemaOf('show')).toMatchObject({ properties: { id: { type: 'integer' } }, required: ['id'] })
  expect((await given.schemaOf('list')).properties.limit).toEqual({
    type: 'integer',
    maximum: 10,
    description: 'So many',
  })
  const { photo } = (await given.schemaOf('photo')).properties.body.properties
  expect(photo).toMatchObject({ description: expect.stringMatching(/^Of the front\nA file/), properties: { path: {} } })
})

test('operations of version 2 are chosen again, and go with their teammate into a file', async () => {
  await using given = await givenSwagger()
  await given.person.put(given.one, { operations: ['POST /customers', 'POST /customers/{id}/photo'] })
  expect(await given.hosted.names()).toEqual(['crm__create', 'crm__photo'])
  expect((await given.person.get(`${given.one}/openapi`)).body.chosen).toHaveLength(2)
  const file = await given.person.get(`${given.base}/employees/${given.teammate.id}/export`)
  const [{ connector }] = file.body.connectors
  const excerpt = JSON.parse(connector.document)
  expect(Object.keys(excerpt.paths)).toEqual(['/customers', '/customers/{id}/photo'])
  expect(excerpt).toMatchObject({ swagger: '2.0', host: 'customers.example', definitions: { Customer: {} } })
  const { person, base } = await givenReader()
  const { operations, document } = connector
  const created = await person.post(base, { type: 'openapi', name: 'X', url: given.api.url, document, operations })
  expect([created.status, created.body.tool_count]).toEqual([200, 2])
})
