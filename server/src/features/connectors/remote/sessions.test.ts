import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { answered } from '#testing/doubles/tool-server.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { givenConnector } from '#testing/tools/connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '1' } })

const never = Promise.withResolvers<never>().promise
const tools = [
  { name: 'find', call: () => answered('Found.') },
  { name: 'fail', call: () => ({ ...answered('Out of order'), isError: true }) },
  { name: 'hang', call: () => never },
]

test('every session at a server of tools is ended, however what it was for went', async () => {
  await using given = await givenConnector(app, { speaking: 'sessions', tools })
  const { sessions } = given.tools
  await given.test()
  const console = `${given.base}/employees/${given.teammate.id}/tools/call`
  const call = async (tool: string) =>
    (await given.person.post(console, { tool: `crm__${tool}`, input: {} })).body.status
  expect([await call('find'), await call('fail'), await call('hang')]).toEqual(['completed', 'failed', 'failed'])
  expect(sessions.begun).toBeGreaterThanOrEqual(4)
  await expect.poll(() => sessions.open.size).toBe(0)
})

test('the caller of a tool does not wait until its session has ended', async () => {
  const { organization, owner } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const person = await app.as(owner)
  const happened: string[] = []
  const answersOf: Record<string, object> = {
    initialize: {
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      },
    },
    'tools/list': { result: { tools: [] } },
  }
  const { url } = await serve(async (request, response) => {
    // It does not answer that, so that ending a session times out.
    if (request.method === 'DELETE') return void response.on('close', () => happened.push('ended'))
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = (await json(request)) as { id?: number; method: string }
    if (id === undefined) return void response.writeHead(202).end()
    if (method === 'initialize') happened.push('begun')
    const answer = answersOf[method] ?? { error: { code: -32_601, message: 'No such method' } }
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  const mcps = `/api/organizations/${organization.id}/mcps`
  const { body } = await person.post(mcps, { type: 'simple', name: 'Slow', url: `${url}/mcp` })
  // Its tools are listed as soon as it is made.
  await expect.poll(() => happened).toEqual(['begun', 'ended'])
  const tested = await person.post(`${mcps}/test`, { employee_id: teammate.id, mcp_id: body.id })
  happened.push('answered')
  expect(tested.status).toBe(200)
  await expect.poll(() => happened.slice(2)).toEqual(['begun', 'answered', 'ended'])
})
