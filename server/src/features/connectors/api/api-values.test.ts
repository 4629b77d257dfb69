import { afterAll, expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { API_KEY, send } from '#testing/doubles/customer-api.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '10' } })

type More = { headers?: Record<string, string> }

/** A teammate with one operation, `op`, that has these parameters. */
const givenOperation = (path: string, parameters: readonly object[], more: More = {}) =>
  givenApi(app, {
    ...more,
    operations: [`GET ${path}`],
    document: () => ({ openapi: '3.1.0', paths: { [path]: { get: { operationId: 'op', parameters } } } }),
  })

/** A teammate with an operation for each of these paths: `op0`, `op1` and so on. One for all is a connector for all. */
async function givenPaths(paths: readonly { path: string; operation: object }[]) {
  const given = await givenApi(app, {
    operations: paths.map(({ path }) => `GET ${path}`),
    document: () => ({
      openapi: '3.1.0',
      paths: Object.fromEntries(
        paths.map(({ path, operation }, index) => [path, { get: { operationId: `op${index}`, ...operation } }]),
      ),
    }),
  })
  afterAll(() => given[Symbol.asyncDispose]())
  return given
}

const colors = ['blue', 'black', 'brown']
const rgb = { R: 100, G: 200, B: 150 }

const STYLES = [
  ['label', false, 'blue', '.blue'],
  ['label', false, colors, '.blue,black,brown'],
  ['label', true, colors, '.blue.black.brown'],
  ['label', false, rgb, '.R,100,G,200,B,150'],
  ['label', true, rgb, '.R=100.G=200.B=150'],
  ['matrix', false, 'blue', ';color=blue'],
  ['matrix', false, colors, ';color=blue,black,brown'],
  ['matrix', true, colors, ';color=blue;color=black;color=brown'],
  ['matrix', false, rgb, ';color=R,100,G,200,B,150'],
  ['matrix', true, rgb, ';R=100;G=200;B=150'],
  ['label', false, 'a/b;c=d,e?f#g', '.a%2Fb%3Bc%3Dd%2Ce%3Ff%23g'],
  ['matrix', false, 'a/b;c=d', ';color=a%2Fb%3Bc%3Dd'],
  ['matrix', true, { 'a/b;c': '../..' }, ';a%2Fb%3Bc=..%2F..'],
  ['matrix', false, '..', ';color=..'],
  ['matrix', false, 'a\r\nX-Api-Key: mine', ';color=a%0D%0AX-Api-Key%3A%20mine'],
  ['simple', false, '\ud800', '%EF%BF%BD'],
] as const
const styled = await givenPaths(
  STYLES.map(([style, explode], index) => ({
    path: `/things${index}/{color}/end`,
    operation: { parameters: [{ name: 'color', in: 'path', style, explode }] },
  })),
)

test.each(STYLES.map((row, index) => [...row, index] as const))(
  'in a path, the style %s with explode %o writes %j as %s',
  async (_style, _explode, value, written, index) => {
    const { isError, text } = await styled.call(`op${index}`, { color: value })
    expect([isError, text]).toEqual([false, expect.any(String)])
    expect(styled.api.last()?.url).toBe(`/v1/things${index}/${written}/end`)
  },
)

const PLACES = [
  ['/a/{id}/b', { style: 'label' }, '.'],
  ['/a/{id}/b', { style: 'label', explode: true }, ['', '']],
  ['/a/.{id}/b', {}, '.'],
  ['/a/%2e{id}/b', {}, '.'],
  ['/a/{id}{m}/b', {}, '..'],
  ['/a/{id};v=1/b', {}, '..'],
  ['/a\\{id}\\b', {}, '..'],
] as const
const placed = await givenPaths(
  PLACES.map(([path, more], index) => ({
    path: `/p${index}${path}`,
    operation: {
      parameters: [
        { name: 'id', in: 'path', ...more },
        ...(path.includes('{m}') ? [{ name: 'm', in: 'path', style: 'matrix' }] : []),
      ],
    },
  })),
)

test.each(PLACES.map((row, index) => [...row, index] as const))(
  'in the path %s with %o, the value %j leads nowhere else',
  async (_path, _more, id, index) => {
    const { isError, text } = await placed.call(`op${index}`, { id, m: 'x' })
    expect([isError, text]).toEqual([true, expect.stringContaining('must not be . or ..')])
    expect(placed.api.asked).toEqual([])
    expect(await placed.show()).toMatchObject({ health: 'unknown' })
  },
)

const cookie = (name: string, more: object = {}) => ({ name, in: 'cookie', ...more })
const withCookies = await givenOperation('/x', [
  cookie('theme'),
  cookie('list'),
  cookie('ids', { explode: false }),
  cookie('filter'),
])
afterAll(() => withCookies[Symbol.asyncDispose]())

test.each([
  [{ theme: 'dark', list: ['a', 'b'], ids: ['a', 'b,c'] }, 'theme=dark; list=a; list=b; ids=a,b%2Cc'],
  [{ filter: { city: 'Rome', session: 'mine' } }, 'filter=city,Rome,session,mine'],
  [{ theme: 'a; session=mine' }, 'theme=a%3B%20session%3Dmine'],
  [{ theme: 'a\r\nX-Api-Key: mine' }, 'theme=a%0D%0AX-Api-Key%3A%20mine'],
  [{ theme: '"a" ☃' }, 'theme=%22a%22%20%E2%98%83'],
  [{ theme: null }, undefined],
] as const)('cookies of %j are sent as %s', async (input, sent) => {
  const before = withCookies.api.asked.length
  expect((await withCookies.call('op', input)).isError).toBe(false)
  expect(withCookies.api.asked).toHaveLength(before + 1)
  expect(withCookies.api.last()?.headers.cookie).toBe(sent)
  expect(withCookies.api.last()?.headers).toMatchObject({ 'x-api-key': API_KEY })
})

test('a cookie of the connector is what it is, whatever a model sends in its place', async () => {
  const parameters = [cookie('session'), cookie('SESSION'), cookie('theme')]
  const headers = { Cookie: 'session={{API_KEY}}; other=1;' }
  await using given = await givenOperation('/x', parameters, { headers })
  await given.call('op', { session: 'mine', SESSION: 'mine', theme: 'dark' })
  expect(given.api.last()?.headers.cookie).toBe(`session=${API_KEY}; other=1; theme=dark`)
})

test('a cookie is asked for where the operation needs it, and one whose name would be another header is none', async () => {
  const parameters = [cookie('theme', { required: true }), cookie('a; session'), cookie('a\r\nX')]
  await using given = await givenOperation('/x', parameters)
  expect(await given.schemaOf('op')).toMatchObject({ required: ['theme'], properties: { theme: {} } })
  expect(Object.keys((await given.schemaOf('op')).properties)).toEqual(['theme'])
  expect(await given.call('op')).toMatchObject({
    isError: true,
    text: expect.stringContaining('Missing in the input: theme'),
  })
})

test('a cookie by which one signs in to an API is a header of its connector', async () => {
  const { organization, owner } = await app.given.organization()
  const securitySchemes = { key: { type: 'apiKey', in: 'cookie', name: 'session' } }
  const document = JSON.stringify({ openapi: '3.1.0', paths: {}, components: { securitySchemes } })
  const { body } = await (await app.as(owner)).post(`/api/organizations/${organization.id}/mcps/openapi`, { document })
  expect(body.headers).toEqual([{ name: 'Cookie', begins: 'session=' }])
})

test('a header takes any text as one line', async () => {
  await using given = await givenOperation('/x', [{ name: 'X-Trace', in: 'header' }])
  const { isError } = await given.call('op', { 'X-Trace': 'Größe ☃\u0001\u0085\r\nX-Api-Key: mine' })
  expect(isError).toBe(false)
  const { headers } = given.api.last() ?? {}
  const trace = Buffer.from(String(headers?.['x-trace']), 'latin1').toString('utf8')
  expect(trace).toBe('Größe ☃ X-Api-Key: mine')
  expect(headers).toMatchObject({ 'x-api-key': API_KEY })
})

/** A teammate with one operation whose path is reached at servers of its own. */
const givenServers = (servers: (url: string) => unknown, ofOperation?: unknown) =>
  givenApi(app, {
    operations: ['GET /x'],
    document: ({ url }) => ({
      openapi: '3.1.0',
      servers: [{ url: 'https://customers.example/v1' }],
      paths: { '/x': { servers: servers(url), get: { operationId: 'op', servers: ofOperation } } },
    }),
  })

test.each([
  ['an address', (url: string) => [{ url: url.replace('/v1', '/v2/') }], '/v2/x'],
  ['a path', () => [{ url: '/v2' }], '/v2/x'],
  ['the root', () => [{ url: '/' }], '/x'],
  ['a relative path', () => [{ url: 'v3/beta' }], '/v3/beta/x'],
  ['one of several', (url: string) => [{ url: 'https://other.example' }, { url: url.replace('/v1', '/v4') }], '/v4/x'],
  [
    'variables',
    () => [{ url: '/{version}/{none}', variables: { version: { default: 'v5', enum: ['v4', 'v5'] } } }],
    '/v5/x',
  ],
  ['nothing', () => [], '/v1/x'],
])('an operation is reached where its path says as %s, at the server of its connector', async (_, servers, path) => {
  await using given = await givenServers(servers)
  expect((await given.call('op')).isError).toBe(false)
  expect(given.api.last()?.url).toBe(path)
  expect(given.api.last()?.headers).toMatchObject({ 'x-api-key': API_KEY })
})

test('where an operation says itself where it is reached, its path does not', async () => {
  await using given = await givenServers(() => [{ url: 'https://other.example' }], [{ url: '/v6' }])
  await given.call('op')
  expect(given.api.last()?.url).toBe('/v6/x')
})

test.each([
  ['/x#action=create', {}, {}, '/v1/x'],
  ['/x?action=create', {}, {}, '/v1/x?action=create'],
  ['/x/{id}?q={q}&size=2#overload', { id: '#1?', q: 'a&b' }, {}, '/v1/x/%231%3F?q=a%26b&size=2'],
  ['/x?q={q}&page=1', { q: 'a b', page: 3 }, { q: false, page: false }, '/v1/x?q=a%20b&page=3'],
  ['/x?q={q}&page=1', {}, { q: false, page: false }, '/v1/x?page=1'],
] as const)(
  'the path %s is requested as one, its query as one and its fragment never',
  async (path, input, query, url) => {
    const parameters = Object.keys(query).map((name) => ({ name, in: 'query', schema: {} }))
    await using given = await givenApi(app, {
      operations: [`POST ${path}`],
      document: () => ({ openapi: '3.0.3', paths: { [path]: { post: { operationId: 'op', parameters } } } }),
    })
    const { isError, text } = await given.call('op', input)
    expect([isError, text]).toEqual([false, expect.any(String)])
    expect(given.api.last()?.url).toBe(url)
  },
)

test('an operation keeps what the address of the connector has besides its path', async () => {
  await using given = await givenServers(() => [{ url: '/v2?key=theirs' }])
  await given.person.put(given.one, { url: `${given.api.url}?key=ours` })
  await given.call('op')
  expect(given.api.last()?.url).toBe('/v2/x?key=ours')
})

test.each([
  'https://other.example/v1',
  '//other.example/v1',
  '\\\\other.example/v1',
  'http://127.0.0.1:9/v1',
  'https://127.0.0.1/v1',
  'javascript:alert(1)',
  'http://{host}/v1',
])('an operation that is reached at %s takes no key there', async (url) => {
  await using given = await givenApi(app)
  const document = JSON.stringify({ openapi: '3.1.0', paths: { '/x': { get: { servers: [{ url }] } } } })
  const address = { url: given.api.url }
  const read = await given.person.post(`${given.base}/mcps/openapi`, { document, ...address })
  expect(read.body.operations[0].problem).toMatch(/^It is reached at an address of its own, /)
  const refused = await given.person.put(given.one, { document, operations: ['GET /x'] })
  expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('at an address of its own')])
  // Where the address is a variable, it is known when the operation is called.
  await given.person.post(`${given.base}/variables`, { placeholder: 'ADDRESS', value: given.api.url, is_secret: false })
  const changed = { url: '{{ADDRESS}}', document, operations: ['GET /x'] }
  const { status } = await given.person.put(given.one, changed)
  expect(status).toBe(200)
  const { isError, text } = await given.call('get_x')
  expect([isError, text]).toEqual([true, expect.stringContaining('at another address than its connector')])
  expect(given.api.asked).toEqual([])
})

test('an operation stays with the address that its connector has now', async () => {
  await using given = await givenServers((url) => [{ url: url.replace('/v1', '/v2') }])
  given.api.answer((response) => send(response, 200, {}))
  await given.person.put(given.one, { url: 'http://127.0.0.1:9/v1' })
  const { isError, text } = await given.call('op')
  expect([isError, text]).toEqual([true, expect.stringContaining('at another address than its connector')])
  await given.person.put(given.one, { url: given.api.url })
  expect((await given.call('op')).isError).toBe(false)
  expect(given.api.asked).toHaveLength(1)
})

test('what an operation says of its address is judged by that of the document until another is known', async () => {
  const { organization, owner } = await app.given.organization()
  const person = await app.as(owner)
  const read = async (servers: object[], more: object = {}) => {
    const paths = { '/x': { get: { servers: [{ url: 'https://api.example/v2' }] } } }
    const document = JSON.stringify({ openapi: '3.1.0', servers, paths })
    const { body } = await person.post(`/api/organizations/${organization.id}/mcps/openapi`, { document, ...more })
    return body.operations[0].problem === null
  }
  expect(await read([{ url: 'https://api.example/v1' }])).toBe(true)
  expect(await read([{ url: 'https://other.example/v1' }])).toBe(false)
  expect(await read([{ url: 'https://other.example/v1' }], { url: 'https://api.example' })).toBe(true)
  expect(await read([{ url: 'https://api.example/v1' }], { url: 'https://other.example' })).toBe(false)
  expect(await read([{ url: 'https://api.example/v1' }], { url: 'https://{{HOST}}/v1' })).toBe(true)
  expect(await read([{ url: '/v1' }])).toBe(true)
})

test('parameters that would be written too long are refused, whether by their values, their names or their places', async () => {
  const name = 'é'.repeat(190)
  const path = `/things/${'{id}'.repeat(100)}/{${name}}`
  await using given = await givenOperation(path, [
    { name: 'id', in: 'path' },
    { name, in: 'path', style: 'matrix', explode: true },
    { name: 'q', in: 'query' },
  ])
  const { properties } = await given.schemaOf('op')
  const other = Object.keys(properties).find((property) => property !== 'id' && property !== 'q') ?? ''
  const good = { id: 'a', [other]: ['b'], q: 'c' }
  for (const long of [{ id: 'x'.repeat(700) }, { [other]: Array(400).fill(1) }, { q: 'x'.repeat(66_000) }]) {
    const { isError, text } = await given.call('op', { ...good, ...long })
    expect([isError, text]).toEqual([true, 'CRM: The parameters have more than 65536 characters together'])
  }
  expect(given.api.last()).toBeUndefined()
  expect((await given.call('op', good)).isError).toBe(false)
})
