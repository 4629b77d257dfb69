import { expect, test } from 'vitest'
import { compose } from '#app/compose.ts'
import { createLog } from '#platform/log.ts'
import { startTestApp, testApp, testDirectory } from '#testing/app.ts'

const app = await testApp()

type Operation = {
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string }>
  security: Record<string, string[]>[]
}

test('the OpenAPI document is sound and lists every route', async () => {
  const { status, body } = await app.anyone.get('/openapi.json')
  expect(status).toBe(200)
  expect(body.openapi).toMatch(/^3\.1\.\d+$/)
  expect(body.info).toMatchObject({ title: expect.stringMatching(/./), version: expect.stringMatching(/./) })
  expect(URL.canParse(body.servers[0].url)).toBe(true)

  const listed = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  // What is refused whatever is sent is no operation.
  const operations = app.routes.filter(({ endpoint }) => endpoint.answer || !endpoint.errors?.[405])
  const served = operations.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(listed.toSorted()).toEqual(served.toSorted())

  for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths)) {
    expect(path).toMatch(/^\//)
    for (const [method, operation] of Object.entries(methods)) {
      const label = `${method} ${path}`
      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
      const named = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect(named.toSorted(), label).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted())
      for (const parameter of operation.parameters) {
        expect(['path', 'query'], label).toContain(parameter.in)
        expect(parameter.schema, label).toBeTypeOf('object')
        if (parameter.in === 'path') expect(parameter.required, label).toBe(true)
      }
      const names = operation.parameters.map((one) => `${one.in} ${one.name}`)
      expect(new Set(names).size, label).toBe(names.length)
      for (const response of Object.values(operation.responses)) expect(response.description, label).toMatch(/./)
      expect(Object.keys(operation.responses).length, label).toBeGreaterThan(0)
      for (const scheme of operation.security.flatMap(Object.keys)) {
        expect(Object.keys(body.components.securitySchemes), label).toContain(scheme)
      }
    }
  }
  const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
  for (const to of references) expect(to).toMatch(/^#/)
})

test('the OpenAPI document asks for no session where none is needed, and names the cookie as it is set', async () => {
  const own = await startTestApp({ env: { SESSION_COOKIE_NAME: 'mine' }, parts: ['web'] })
  const { body } = await own.anyone.get('/openapi.json')
  await own.close()
  expect(body.components.securitySchemes.session.name).toBe('mine')
  expect(body.paths['/api/auth/providers'].get.security).toEqual([])
  expect(body.paths['/api/auth/dev/users'].get.security).toEqual([])
  expect(body.paths['/api/init/models'].get.security).toEqual([{ session: [] }])
  expect(body.paths['/api/private/workflow/run/{run_id}'].get.security).toEqual([{ private_key: [] }])
  expect(body.paths['/api/private/employee/{employee_id}/messages'].post.security).toEqual([{ private_key: [] }])
})

test('the page for people loads nothing from anybody else', async () => {
  const page = await app.anyone.send('/docs/', { method: 'GET' })
  expect(page.status).toBe(200)
  const html = await page.text()
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to ?? '')
  expect(addresses.length).toBeGreaterThan(2)
  for (const to of addresses) {
    const { origin } = new URL(to, `${app.base_url}/docs/`)
    expect(origin, to).toBe(app.base_url)
    const loaded = await app.anyone.send(new URL(to, `${app.base_url}/docs/`).pathname, { method: 'GET' })
    expect(loaded.status, to).toBe(200)
  }
})

test('the realtime server says that it is well', async () => {
  const { status, body } = await app.anyone.get('/chat/realtime/health')
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok', service: 'realtime', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) })
})

test('health says that it is well, and more than that only outside production', async () => {
  const { body, headers } = await app.anyone.get('/health')
  expect(body).toEqual({
    status: 'ok',
    timestamp: expect.any(String),
    env: 'test',
    session: 'sessionId',
    uptime: expect.any(Number),
  })
  expect(headers.get('cache-control')).toBe('no-store')
  const production = { ...app.config, is_production: true, PORT: 0, DATA_DIR: testDirectory() }
  const own = await compose({ config: production, log: createLog({ level: 'fatal', pretty: false }), parts: ['web'] })
  const answer = await own.http.inject('/health')
  await own.close()
  expect(answer.json()).toEqual({ status: 'ok', timestamp: expect.any(String) })
})

test('a server waits ten minutes for a request and five seconds for the next', async () => {
  const own = await compose({
    config: { ...app.config, PORT: 0, DATA_DIR: testDirectory() },
    log: createLog({ level: 'fatal', pretty: false }),
    parts: ['web'],
  })
  const { requestTimeout, headersTimeout, keepAliveTimeout } = own.http.server
  await own.close()
  expect({ requestTimeout, headersTimeout, keepAliveTimeout }).toEqual({
    requestTimeout: 600_000,
    headersTimeout: 600_000,
    keepAliveTimeout: 5000,
  })
})

test('an unknown address is a page for people and nothing for programs', async () => {
  const page = { accept: 'text/html,application/xhtml+xml' }
  expect((await app.anyone.get('/nowhere')).body).toEqual({ success: false, error: 'Not found' })
  expect((await app.anyone.get('/api/nowhere', page)).body).toEqual({ success: false, error: 'Not found' })
  const answer = await app.anyone.get('/nowhere', page)
  expect(answer.status).toBe(200)
  expect(answer.body).toContain('<div id="root">')
  expect((await app.anyone.get('/index.html')).status).toBe(404)
})

test('a file of the portal is kept for ever by its name, sent compressed, and found by no other spelling', async () => {
  const html = (await app.anyone.get('/', { accept: 'text/html' })).body as string
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const sent = await app.anyone.get(script, { 'accept-encoding': 'br' })
  expect(sent.status).toBe(200)
  expect(sent.headers.get('content-encoding')).toBe('br')
  expect(sent.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const name = script.slice('/assets/'.length)
  const other = [
    '..%2findex.html',
    '..%5cindex.html',
    `.%2f${name}`,
    `x%2f..%2f${name}`,
    `${name}%00`,
    `${name}.br`,
    '',
  ]
  for (const path of [...other.map((end) => `/assets/${end}`), `/assets//${name}`])
    expect((await app.anyone.get(path)).status, path).toBe(404)
})

test('every page is held to this site, and none can be framed', async () => {
  const page = { accept: 'text/html' }
  for (const path of ['/', '/nowhere', '/index.html', '/docs/']) {
    const { status, headers } = await app.anyone.get(path, page)
    expect(status, path).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["frame-ancestors 'none'", "script-src 'self';", "object-src 'none'", "form-action 'self'"]) {
      expect(policy, path).toContain(rule)
    }
    expect(policy, path).toContain(`connect-src 'self' ${app.config.BASE_URL.replace('http', 'ws')};`)
  }
})

test('the page is called what this deployment is called, whatever characters that has', async () => {
  const own = await startTestApp({ env: { BRAND_NAME: 'Tom & "Jerry" <$1>' }, parts: ['web'] })
  const { status, body } = await own.anyone.get('/', { accept: 'text/html' })
  await own.close()
  expect(status).toBe(200)
  expect(body).toContain('<title>Tom &amp; &quot;Jerry&quot; &lt;$1&gt;</title>')
  expect(body).toContain('<meta name="application-name" content="Tom &amp; &quot;Jerry&quot; &lt;$1&gt;"')
})
