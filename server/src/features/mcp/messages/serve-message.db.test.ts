import { Client as Client2026, StreamableHTTPClientTransport as Transport2026 } from '@modelcontextprotocol/client'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'
import { storageClient } from '#testing/storage/storage.ts'
import { givenHosted, hostedClient } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { MCP_TOKEN_RATE: '60' } })

async function ready(tools: Parameters<typeof app.given.teammate>[1] = {}) {
  const people = await app.given.organization()
  const teammate = await app.given.teammate(people.organization, {
    name: 'Ada',
    instructions: 'Be kind to {{CITY}}.',
    tools: ['http_request', 'files.create', 'conversation.request_operator', 'agent.call_teammate'],
    ...tools,
  })
  const client = await app.as(people.admin)
  const base = `/api/organizations/${people.organization.id}`
  const hosted = await givenHosted(app, people.admin, teammate)
  const runsOf = () => app.ctx.db.select().from(runs).where(eq(runs.employee_id, teammate.id))
  return { ...people, teammate, client, base, hosted, runsOf, storage: storageClient(client, `${base}/storage`) }
}

const file = { name: 'a.csv', content: 'x;y {{input.name}}' }

test('the official clients of both eras connect, list and call', async () => {
  const { hosted, base, client, organization, admin, runsOf } = await ready()
  await client.post(`${base}/variables`, { placeholder: 'CITY', value: 'Riga', is_secret: false })
  const url = new URL(`${app.base_url}/mcp`)
  const requestInit = { headers: { authorization: `Bearer ${hosted.token}` } }
  const modern = new Client2026({ name: 'a', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await modern.connect(new Transport2026(url, { requestInit }))
  const older = new Client2026({ name: 'b', version: '1' })
  await older.connect(new Transport2026(url, { requestInit }))
  const oldest = new Client2025({ name: 'c', version: '1' })
  await oldest.connect(new Transport2025(url, { requestInit }) as never)
  for (const one of [modern, older, oldest]) {
    expect(one.getServerVersion()?.name).toBe(app.config.BRAND_NAME)
    const instructions = one.getInstructions() ?? ''
    for (const words of ['Ada', organization.name, 'Be kind to Riga.', admin.email, 'CITY'])
      expect(instructions).toContain(words)
    const { tools } = await one.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['http_request', 'files.create'])
    expect(JSON.stringify(tools)).not.toContain('$schema')
    const { content, isError } = await one.callTool({ name: 'files.create', arguments: file })
    expect(isError ?? false).toBe(false)
    // What a program sends is no template.
    expect(content).toMatchObject([
      { type: 'text' },
      { type: 'resource_link', name: 'a.csv', mimeType: 'text/csv' },
      { type: 'resource', resource: { mimeType: 'text/csv', text: file.content } },
    ])
    await one.close()
  }
  const logged = await runsOf()
  expect(logged).toHaveLength(3)
  for (const run of logged) expect(run).toMatchObject({ channel: 'mcp', status: 'completed', user_id: admin.id })
  expect((await client.get(`${base}/workflows/runs?channel=mcp`)).body.data).toHaveLength(3)
})

test('the list is exact after any change, and has nothing that asks first or is about a conversation', async () => {
  const { hosted, teammate, client, base, storage } = await ready({
    tools: ['http_request', { name: 'storage.delete', ask: true }, 'conversation.request_operator'],
  })
  const put = (values: object) => client.put(`${base}/employees/${teammate.id}`, { name: 'Ada', ...values })
  expect(await hosted.names()).toEqual(['http_request'])
  await storage.folder('docs')
  const share = (permission: string) =>
    client.post(`${base}/storage/folder/share`, { path: 'docs', permission, employee_id: teammate.id })
  await share('read')
  const reading = await hosted.names()
  expect(reading).toEqual(expect.arrayContaining(['storage.list', 'storage.read_file', 'storage.get_temp_file_url']))
  expect(reading).not.toContain('storage.write_file')
  await share('write')
  expect(await hosted.names()).toContain('storage.write_file')
  expect(await hosted.names()).not.toContain('storage.delete')
  await storage.remove('docs')

  const { body: flow } = await client.post(`${base}/workflows`, {
    name: 'Greet \u0007 <you>',
    ...flowOf({ say: { type: 'end', result: 'Hello {{input.name}}' } }),
  })
  expect((await put({ tools: ['files.create'], workflow_ids: [flow.id] })).status).toBe(200)
  expect((await hosted.names()).filter((name) => !name.startsWith('storage.'))).toEqual([
    'files.create',
    'workflow.greet_you',
  ])
  await client.put(`${base}/workflows/${flow.id}`, { name: 'Wave' })
  expect(await hosted.names()).toContain('workflow.wave')
  await client.delete(`${base}/workflows/${flow.id}`)
  expect(await hosted.names()).not.toContain('workflow.wave')
})

test('a workflow is called as a run of its own, with what the program sent', async () => {
  const given = await ready()
  const { client, base, teammate, hosted, runsOf } = given
  const { body: flow } = await client.post(`${base}/workflows`, {
    name: 'Greet',
    ...flowOf({ say: { type: 'message', text: 'Hello {{input.name}}' } }),
  })
  await client.put(`${base}/employees/${teammate.id}`, { name: 'Ada', workflow_ids: [flow.id] })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => hosted.call('workflow.greet', { name: `${n}` })),
  )
  expect(answers.map(({ body }) => body.result.content[0].text)).toEqual(answers.map((_, n) => `Hello ${n}`))
  expect((await runsOf()).map(({ workflow_id, channel }) => [workflow_id, channel])).toEqual(
    answers.map(() => [flow.id, 'mcp']),
  )
})

test.runIf(postgresUrl)('a change that one process makes is seen by the list of another', async () => {
  const { hosted, client, base, teammate, storage } = await ready()
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  const other = spawnServer({ DATA_DIR, DATABASE_URL, LOG_LEVEL: 'info' })
  const elsewhere = hostedClient(await other.address, hosted.token)
  expect(await elsewhere.names()).toEqual(['http_request', 'files.create'])
  await client.put(`${base}/employees/${teammate.id}`, { name: 'Ada', tools: ['files.create'] })
  expect(await elsewhere.names()).toEqual(['files.create'])
  await storage.folder('docs')
  await client.post(`${base}/storage/folder/share`, { path: 'docs', permission: 'read', employee_id: teammate.id })
  expect(await elsewhere.names()).toContain('storage.list')
  expect((await elsewhere.call('files.create', file)).body.result.content).toHaveLength(3)
  await hosted.person.delete(`${hosted.path}/${hosted.created.id}`)
  expect((await elsewhere.ask('ping')).status).toBe(401)
  await other.kill('SIGTERM')
  expect(other.complaints).toEqual([])
})

test('a temporary link opens for ten minutes, though the call that made it is over', async () => {
  const { client, base, teammate, hosted, storage } = await ready()
  await storage.folder('docs')
  await client.post(`${base}/storage/folder/share`, { path: 'docs', permission: 'read', employee_id: teammate.id })
  await storage.upload('a.md', 'what it says', 'docs')
  const { body } = await hosted.call('storage.get_temp_file_url', { path: 'docs/a.md' })
  const { pathname } = new URL(JSON.parse(body.result.content[0].text).url)
  expect((await app.anyone.get(pathname)).body).toBe('what it says')
  app.clock.advance(10 * 60_000 + 1000)
  expect((await app.anyone.get(pathname)).status).toBe(404)
})

test('what is no message, a batch, a wrong version and unknown names are refused in the words of the protocol', async () => {
  const { hosted } = await ready()
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const refused = async (body: unknown, headers?: Record<string, string>) => {
    const answer = await hosted.client.post('/mcp', body, headers)
    return [answer.status, answer.body?.error?.code]
  }
  for (const junk of [[ping], [], 'x', 1, {}, { ...ping, id: null }, { ...ping, jsonrpc: '1.0' }]) {
    expect(await refused(junk)).toEqual([400, -32600])
  }
  expect(await refused(ping, { 'mcp-protocol-version': '1999-01-01' })).toEqual([400, -32602])
  const of = (version: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
  })
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
  expect(await refused(of('2099-01-01'), { ...headers, 'mcp-protocol-version': '2099-01-01' })).toEqual([400, -32022])
  expect(await refused(of('2026-07-28'), { ...headers, 'mcp-method': 'tools/call' })).toEqual([400, -32020])
  expect(await refused(of('2026-07-28'), headers)).toEqual([200, undefined])
  expect(await refused({ ...ping, method: 'nothing' })).toEqual([200, -32601])
  for (const name of [
    'nothing',
    '__proto__',
    'agent.call_teammate',
    'conversation.request_operator',
    'a'.repeat(900),
  ]) {
    const { body } = await hosted.call(name)
    expect(body.error.code).toBe(-32602)
  }
  const { body } = await hosted.call('files.create', { name: 1, '}}': '{{input.x}}' })
  expect(body.result.isError).toBe(true)
  const notified = await hosted.client.post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([notified.status, notified.body]).toEqual([202, ''])
  for (const method of ['GET', 'DELETE']) {
    const answer = await app.anyone.send('/mcp', { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  }
  const huge = await hosted.call('files.create', { name: 'a.txt', content: 'x'.repeat(5_000_000) })
  expect(huge.status).toBe(413)
})

test('a call whose token is revoked meanwhile is not answered, and one that its client gives up is stopped', async () => {
  const { hosted, runsOf } = await ready()
  const asked: (() => void)[] = []
  const slow = await serve((_request, response) => void asked.push(() => response.end('late')))
  const call = () => hosted.call('http_request', { url: slow.url })
  const first = call()
  await expect.poll(() => asked.length).toBe(1)
  const again = call()
  await expect.poll(() => asked.length).toBe(2)
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
  expect((await hosted.client.post('/mcp', cancelled)).status).toBe(202)
  expect((await again).body.result).toMatchObject({ isError: true })

  const left = new AbortController()
  const leaving = hosted.client.send('/mcp', {
    method: 'POST',
    signal: left.signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 9,
      method: 'tools/call',
      params: { name: 'http_request', arguments: { url: slow.url } },
    }),
  })
  await expect.poll(() => asked.length).toBe(3)
  left.abort()
  await expect(leaving).rejects.toThrow()
  await expect
    .poll(async () => (await runsOf()).map(({ status }) => status).sort())
    .toEqual(['cancelled', 'cancelled', 'running'])

  await hosted.person.delete(`${hosted.path}/${hosted.created.id}`)
  asked[0]?.()
  expect((await first).status).toBe(401)
})

test('a token that asks too much waits, and no other one with it', async () => {
  const { hosted, admin, teammate } = await ready()
  const { token } = await givenHosted(app, admin, teammate)
  const answers = await Promise.all(Array.from({ length: 61 }, () => hosted.ask('ping')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await hostedClient(app.base_url, token).ask('ping')).status).toBe(200)
})
