import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { API_KEY, send } from '#testing/doubles/customer-api.ts'
import { CUSTOMER_TO_MAKE, givenApi } from '#testing/tools/api-connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '2' } })

test('a teammate calls chosen operations of an API as tools, signed in with a secret that nobody sees', async () => {
  await using given = await givenApi(app, { operations: ['GET /customers/{id}', 'POST /customers'] })
  expect(given.connector).toMatchObject({ type: 'openapi', tool_count: 2, toolset: 'crm', health: 'unknown' })
  given.api.answer((response, { headers }) => send(response, 200, { name: 'Ada', you_sent: headers['x-api-key'] }))
  const call = { id: 'a', name: 'crm__get_customers_id', input: { id: 'a/b ?' } }
  given.vendor.reply({ text: '', tool_calls: [call] }, { text: 'She is Ada.' })
  const { body } = await given.ask('Who is it?')
  expect(body.data.message).toBe('She is Ada.')
  expect(given.offered(0)).toEqual(expect.arrayContaining(['crm__get_customers_id', 'crm__createCustomer']))
  expect(given.offered(0).filter((name) => name.startsWith('crm__'))).toHaveLength(2)
  expect(given.api.last()).toMatchObject({ method: 'GET', url: '/v1/customers/a%2Fb%20%3F' })
  expect(given.api.last()?.headers).toMatchObject({ 'x-api-key': API_KEY })
  const sent = JSON.stringify(given.sent())
  expect(sent).toContain('Ada')
  expect(sent).not.toContain(API_KEY)
  expect(await given.show()).toMatchObject({ health: 'working', last_error: null })
})

test.each([
  ['listCustomers', { status: ['a', 'b c'] }, 'GET /v1/customers?status=a&status=b%20c', ''],
  ['listCustomers', { ids: ['a,b', 'c'] }, 'GET /v1/customers?ids=a%2Cb,c', ''],
  ['listCustomers', { words: ['x', 'y'] }, 'GET /v1/customers?words=x%7Cy', ''],
  [
    'listCustomers',
    { filter: { city: 'Rome', deep: { a: 1 } } },
    'GET /v1/customers?filter%5Bcity%5D=Rome&filter%5Bdeep%5D=%7B%22a%22%3A1%7D',
    '',
  ],
  ['listCustomers', { where: { a: [1] } }, 'GET /v1/customers?where=%7B%22a%22%3A%5B1%5D%7D', ''],
  ['listCustomers', { nothing: 'of it', status: null }, 'GET /v1/customers', ''],
  ['createCustomer', { body: { name: '{{API_KEY}}' } }, 'POST /v1/customers', '{"name":"{{API_KEY}}"}'],
  ['sendForm', { id: '1', body: { a: 'x y', b: [1, 2] } }, 'POST /v1/customers/1/form', 'a=x+y&b=1&b=2'],
  ['writeNote', { id: '1', body: 'Called.' }, 'PUT /v1/customers/1/note', 'Called.'],
  ['deleteCustomer', { id: '%2e%2e' }, 'DELETE /v1/customers/%252e%252e', ''],
] as const)('%s with %o is sent as %s', async (name, input, request, body) => {
  await using given = await givenApi(app)
  const { isError, text } = await given.call(name, input)
  expect([isError, text]).toEqual([false, expect.any(String)])
  const sent = given.api.last()
  expect(`${sent?.method} ${sent?.url}`).toBe(request)
  expect(sent?.body).toBe(body)
})

test('what a tool takes is what the operation takes, without what the server or the connection decides', async () => {
  await using given = await givenApi(app)
  const { body } = await given.hosted.ask('tools/list')
  const tools = body.result.tools as { name: string; description: string; inputSchema: Record<string, unknown> }[]
  const schemaOf = (name: string) => tools.find((tool) => tool.name === `crm__${name}`)?.inputSchema
  expect(schemaOf('listCustomers')).toMatchObject({ properties: { 'X-Trace': { type: 'string' }, where: {} } })
  expect(schemaOf('listCustomers')?.properties).not.toHaveProperty('Authorization')
  expect(schemaOf('createCustomer')).toEqual(CUSTOMER_TO_MAKE)
  const shown = tools.find(({ name }) => name === 'crm__get_customers_id')
  expect(shown?.description).toContain('GET /customers/{id} of the API "CRM"')
  expect(shown?.description).toContain('Show a customer\nWith everything that is known of them.')
})

test.each([
  ['..', 'must not be'],
  ['.', 'must not be'],
  ['', 'Missing in the input: id'],
])('a value %o leads a path nowhere else', async (id, sentence) => {
  await using given = await givenApi(app)
  const { isError, text } = await given.call('deleteCustomer', { id })
  expect([isError, text]).toEqual([true, expect.stringContaining(sentence)])
  expect(given.api.asked).toEqual([])
})

test('a header of the connector is what it is, whatever a model sends in its place', async () => {
  await using given = await givenApi(app)
  const { api, person, one } = given
  await person.put(one, { headers: { 'X-Api-Key': '{{API_KEY}}', 'x-trace': 'ours' } })
  await given.call('listCustomers', { 'X-Trace': 'theirs\r\nx-api-key: mine' })
  expect(api.last()?.headers).toMatchObject({ 'x-trace': 'ours', 'x-api-key': API_KEY })
})

test.each([
  [
    'refuses',
    404,
    { message: `No such customer, ${API_KEY}` },
    /status 404: \{"message":"No such customer, [^k]+"\}/,
    'working',
  ],
  ['does not know us', 403, {}, /status 403/, 'failing'],
  ['fails', 503, { message: 'Down' }, /status 503.*Down/, 'failing'],
  ['sends elsewhere', 302, {}, /status 302/, 'working'],
  ['answers 2 MB', 200, 'x'.repeat(2 ** 21), /longer than/, 'working'],
] as const)('an API that %s costs a run one sentence', async (_, status, body, sentence, health) => {
  await using given = await givenApi(app)
  given.api.answer((response) => send(response, status, body, { location: 'http://127.0.0.1:9/elsewhere' }))
  const { isError, text } = await given.call('listCustomers')
  expect([isError, text]).toEqual([true, expect.stringMatching(sentence)])
  expect(text).not.toContain(API_KEY)
  expect(text).toMatch(/^CRM: /)
  expect(given.api.asked).toHaveLength(1)
  expect(await given.show()).toMatchObject({ health })
})

test('an API that never answers costs a run its time and one sentence', async () => {
  await using given = await givenApi(app)
  given.api.answer(() => undefined)
  const { isError, text } = await given.call('listCustomers')
  expect([isError, text]).toEqual([true, expect.stringContaining('took too long')])
  expect(await given.show()).toMatchObject({ health: 'failing' })
  given.api.answer(null)
  await given.call('listCustomers')
  expect(await given.show()).toMatchObject({ health: 'working', last_error: null })
})

test('where more is, and where what was made lies, is shown beside the body', async () => {
  await using given = await givenApi(app)
  given.api.answer((response) =>
    send(response, 201, { id: 7 }, { location: '/v1/customers/7', link: '<x>; rel="next"', 'x-secret': API_KEY }),
  )
  const { text } = await given.call('createCustomer', { body: { name: 'Ada' } })
  expect(JSON.parse(text)).toEqual({
    status: 201,
    headers: { location: '/v1/customers/7', link: '<x>; rel="next"' },
    body: { id: 7 },
  })
})

test('an operation that an admin takes out while a teammate answers is not called any more', async () => {
  await using given = await givenApi(app)
  const { api, person, one } = given
  api.answer((response, { url }) => {
    if (url.includes('/customers/1')) send(response, 200, {})
    else void person.put(one, { operations: ['GET /customers'] }).then(() => send(response, 200, []))
  })
  const call = (name: string, input: object) => ({ text: '', tool_calls: [{ id: name, name: `crm__${name}`, input }] })
  given.vendor.reply(call('listCustomers', {}), call('deleteCustomer', { id: '1' }), { text: 'Sorry.' })
  await given.ask('Delete the first customer.')
  expect(api.asked.map(({ method }) => method)).toEqual(['GET'])
  expect(JSON.stringify(given.sent())).toContain('no longer has this tool')
  expect(await given.hosted.names()).toEqual(['crm__listCustomers'])
})

test('an API on an address that may not be reached is not reached', async () => {
  await using given = await givenApi(app)
  await given.person.put(given.one, { url: 'http://127.1.2.3:9/v1' })
  const { isError } = await given.call('listCustomers')
  expect(isError).toBe(true)
  expect(given.api.asked).toEqual([])
  expect(await given.show()).toMatchObject({ health: 'failing', tool_count: 6 })
})
