import { dump } from 'js-yaml'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { startCustomerApi } from '#testing/doubles/customer-api.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
await using api = await startCustomerApi()

async function givenReader() {
  const { organization, owner } = await app.given.organization()
  const person = await app.as(owner)
  const base = `/api/organizations/${organization.id}/mcps`
  return { organization, person, base, read: (document: string) => person.post(`${base}/openapi`, { document }) }
}

type Listed = { operation: string; name: string; problem: string | null }

test.each([
  ['JSON', JSON.stringify],
  ['YAML', (document: object) => dump(document)],
])('a document in %s says where its API is, how one signs in to it, and what of it can be a tool', async (_, write) => {
  const { read } = await givenReader()
  const { status, body } = await read(write(api.document))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    title: 'Customers',
    urls: [api.url],
    headers: [{ name: 'X-Api-Key', begins: '' }],
    query_keys: [],
    total: 8,
  })
  const operations = body.operations as Listed[]
  expect(operations.map(({ operation, name }) => `${name}: ${operation}`)).toEqual([
    'listCustomers: GET /customers',
    'createCustomer: POST /customers',
    'get_customers_id: GET /customers/{id}',
    'deleteCustomer: DELETE /customers/{id}',
    'sendForm: POST /customers/{id}/form',
    'writeNote: PUT /customers/{id}/note',
    'upload: POST /upload',
    'elsewhere: GET /elsewhere',
  ])
  expect(operations.filter(({ problem }) => problem !== null)).toMatchObject([
    { name: 'elsewhere', problem: 'It is reached at an address of its own, https://other.example' },
  ])
  expect(operations[0]).toMatchObject({ tag: 'Customers', is_deprecated: false, description: 'List the customers' })
})

const paths = (paths: object, more: object = {}) => JSON.stringify({ openapi: '3.1.0', paths, ...more })
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi', 'ij'])
  bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`)

test.each([
  ['a text', 'Hello!', 'This is not an OpenAPI document.'],
  ['broken JSON', '{"openapi": "3.0.0",', /^This is not valid JSON: /],
  ['broken YAML', 'openapi: 3.0.0\npaths: [\n', /^This is not valid YAML in line \d+: /],
  ['an older document', '{"swagger": "1.2"}', /not an OpenAPI document of version 2 or 3/],
  ['another object', '{"a": 1}', /not an OpenAPI document of version 2 or 3/],
  ['another version', 'openapi: 4.0', /not an OpenAPI document of version 2 or 3/],
  ['brackets without an end', '['.repeat(1_000_000), /nested too deeply|not valid YAML/],
] as const)('%s is refused with a sentence', async (_, document, sentence) => {
  const { read } = await givenReader()
  const { status, body } = await read(document)
  expect([status, body.code]).toEqual([422, 'DOCUMENT_UNREADABLE'])
  expect(body.error).toMatch(sentence)
})

const post = (schema: object) => ({
  '/x': { post: { requestBody: { required: true, content: { 'application/json': { schema } } } } },
})

test.each([
  [
    'refers to itself',
    paths(post({ $ref: '#/components/schemas/A' }), {
      components: { schemas: { A: { $ref: '#/components/schemas/A' } } },
    }),
  ],
  ['refers to another server', paths(post({ $ref: `${api.url}/schema.json` }))],
  ['refers to nothing', paths(post({ $ref: '#/components/schemas/None' }))],
  ['refers to what is inherited', paths(post({ $ref: '#/constructor/prototype' }))],
  [
    'is deeper than any model reads',
    paths(post({ not: 'DEEP' })).replace('"DEEP"', nested(5000).replaceAll('"a"', '"not"').replace('1', '{}')),
  ],
  [
    'is wider than any model reads',
    paths(post({ properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`p${n}`, {}])) })),
  ],
  [
    'doubles at every step',
    `openapi: 3.1.0\n${bomb.join('\n')}\npaths:\n  /x:\n    post:\n      requestBody: {required: true, content: {application/json: {schema: {enum: *j, allOf: *j}}}}`,
  ],
  [
    'holds itself',
    'openapi: 3.1.0\npaths:\n  /x:\n    post:\n      requestBody: {required: true, content: {application/json: {schema: &s {not: *s, default: *s}}}}',
  ],
  [
    'names what every object has',
    paths(post(JSON.parse('{"properties": {"__proto__": {"type": "string"}}, "__proto__": {"a": 1}}'))),
  ],
])('an operation whose schema %s is a tool that takes a body', async (_, document) => {
  const { organization, person, base } = await givenReader()
  const { body } = await person.post(`${base}/openapi`, { document })
  expect(body.operations).toMatchObject([{ operation: 'POST /x', problem: null }])
  expect(body.operations[0].token_count).toBeLessThan(10_000)
  const more = { url: api.url, document, operations: ['POST /x'] }
  const created = await person.post(base, { type: 'openapi', name: 'X', ...more })
  expect(created.body).toMatchObject({ tool_count: 1 })
  expect(api.asked).toEqual([])
  const teammate = await app.given.teammate(organization)
  await person.post(`${base}/employee/${teammate.id}`, { mcp_id: created.body.id })
  const tested = await person.post(`${base}/test`, { employee_id: teammate.id, mcp_id: created.body.id })
  expect(tested.body.toolsets).toMatchObject([{ name: 'x', tool_count: 1 }])
})

test('what a YAML document merges from another place counts, unless it is written again', async () => {
  const { read } = await givenReader()
  const document = `openapi: 3.1.0
x-listing: &listing {tags: [Orders], summary: List what there is, deprecated: true}
paths:
  /orders: &orders
    get: {<<: *listing, operationId: listOrders, deprecated: false}
  /invoices:
    <<: *orders
    post: {<<: [*listing], operationId: createInvoice}
`
  const { body } = await read(document)
  expect(body.operations).toMatchObject([
    { operation: 'GET /orders', name: 'listOrders', tag: 'Orders', is_deprecated: false },
    { operation: 'GET /invoices', tag: 'Orders', description: 'List what there is', is_deprecated: false },
    { operation: 'POST /invoices', name: 'createInvoice', tag: 'Orders', is_deprecated: true },
  ])
})

test('numbers of a YAML document that should be texts are read as they are written', async () => {
  const { read } = await givenReader()
  const document = `openapi: 3.1
info: {title: 365, version: 1.0}
paths:
  /days: {get: {operationId: 404, summary: 7, tags: [2026]}}
`
  const { body } = await read(document)
  expect(body).toMatchObject({
    title: '365',
    operations: [{ operation: 'GET /days', name: '404', description: '7', tag: '2026' }],
  })
})

test('of a document with more operations than anybody reads, the first are shown and all are counted', async () => {
  const { read } = await givenReader()
  const many = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`/p${n}`, { get: { operationId: 'same' } }]),
  )
  const { body } = await read(paths(many))
  expect([body.total, body.operations.length]).toEqual([20_000, 12_000])
  expect(new Set((body.operations as Listed[]).map(({ name }) => name)).size).toBe(12_000)
})

test('operations that are not there, that cannot be tools, or that are too many are refused', async () => {
  const { person, base } = await givenReader()
  const create = (operations: string[]) =>
    person.post(base, { type: 'openapi', name: 'X', url: api.url, document: JSON.stringify(api.document), operations })
  expect((await create(['GET /nowhere'])).body.error).toBe('The document has no operation GET /nowhere.')
  expect((await create(['GET /elsewhere'])).body.error).toMatch(
    /^GET \/elsewhere cannot be a tool\. It is reached at an address/,
  )
  expect((await create([])).status).toBe(400)
  expect((await create(Array.from({ length: 201 }, (_, n) => `GET /${n}`))).status).toBe(400)
  expect((await person.get(base)).body.data).toEqual([])
})

test('operations are chosen again from the document that was kept, or from a new one', async () => {
  await using given = await givenApi(app, { operations: ['GET /customers'] })
  const { person, one } = given
  const shown = await person.get(`${one}/openapi`)
  expect(shown.body).toMatchObject({ title: 'Customers', chosen: ['GET /customers'] })
  await person.put(one, { operations: ['GET /customers', 'DELETE /customers/{id}'] })
  expect(await given.hosted.names()).toEqual(['crm__listCustomers', 'crm__deleteCustomer'])
  const changed = structuredClone(given.api.document)
  changed.paths['/customers'].get.operationId = 'findCustomers'
  expect((await person.put(one, { document: JSON.stringify(changed) })).status).toBe(200)
  expect(await given.hosted.names()).toEqual(['crm__findCustomers', 'crm__deleteCustomer'])
  const { '/customers/{id}': _, ...fewer } = changed.paths
  const refused = await person.put(one, { document: JSON.stringify({ ...changed, paths: fewer }) })
  expect(refused.body.error).toBe('The document has no operation DELETE /customers/{id}.')
  expect(await given.hosted.names()).toEqual(['crm__findCustomers', 'crm__deleteCustomer'])
})

test('of several who choose at once each gets what they chose, or is told that someone else was first', async () => {
  await using given = await givenApi(app)
  const choices = ['GET /customers', 'POST /customers', 'GET /customers/{id}', 'DELETE /customers/{id}']
  const answers = await Promise.all(choices.map((each) => given.person.put(given.one, { operations: [each] })))
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThan(0)
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.code]).toEqual([409, 'CONNECTOR_CHANGED'])
  expect((await given.person.get(`${given.one}/openapi`)).body.chosen).toHaveLength(1)
})

test('documents are read by admins alone, and those of another organization by nobody', async () => {
  await using given = await givenApi(app)
  const member = await app.as(await app.given.membership(given.organization, 'member'))
  const theirs = await app.given.organization()
  const outsider = await app.as(theirs.owner)
  const elsewhere = given.one.replace(given.organization.id, theirs.organization.id)
  const document = JSON.stringify(given.api.document)
  expect((await member.get(`${given.one}/openapi`)).status).toBe(403)
  expect((await member.post(`${given.base}/mcps/openapi`, { document })).status).toBe(403)
  expect((await member.put(given.one, { document })).status).toBe(403)
  expect((await outsider.get(`${given.one}/openapi`)).status).toBe(404)
  expect((await outsider.get(`${elsewhere}/openapi`)).status).toBe(404)
  expect((await outsider.put(elsewhere, { document })).status).toBe(404)
})

test('a connector of another type has no document, and one of this type no other fields', async () => {
  const { person, base } = await givenReader()
  const { body: server } = await person.post(base, { type: 'simple', name: 'S', url: api.url })
  expect((await person.get(`${base}/mcp/${server.id}/openapi`)).status).toBe(404)
  expect((await person.put(`${base}/mcp/${server.id}`, { operations: ['GET /x'] })).status).toBe(400)
  expect((await person.put(`${base}/mcp/${server.id}`, { document: paths({}) })).status).toBe(400)
  await using given = await givenApi(app)
  expect((await given.person.put(given.one, { oauth_mcp: 'mail_a' })).status).toBe(400)
})

test('the variables of an API are listed where variables are used', async () => {
  await using given = await givenApi(app)
  const { body } = await given.person.get(`${given.base}/variables`)
  const [variable] = body.data
  const usages = await given.person.get(`${given.base}/variables/${variable.id}/usages`)
  expect(JSON.stringify(usages.body)).toContain(given.connector.id)
})
