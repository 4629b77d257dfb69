import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { answered } from '#testing/doubles/tool-server.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '2' } })

type Rpc = { id?: number; method: string; params?: { arguments?: { order?: string } } }

const results: Record<string, object> = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
  'tools/list': { tools: [{ name: 'look_up', inputSchema: { type: 'object' } }] },
}

/** A server with one connection for all its clients, which knows by the number of a request alone whom it answers. */
async function startSharedConnection(calls: number) {
  const responses = new Map<unknown, ServerResponse>()
  const waiting: Rpc[] = []
  const answer = (id: unknown, outcome: object) => {
    const response = responses.get(id)
    responses.delete(id)
    response?.writeHead(200, { 'content-type': 'application/json' })
    response?.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  }
  return await serve(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message = (await json(request)) as Rpc
    if (message.id === undefined) return void response.writeHead(202).end()
    responses.set(message.id, response)
    if (message.method !== 'tools/call') {
      const result = results[message.method]
      return answer(message.id, result ? { result } : { error: { code: -32_601, message: 'No such method' } })
    }
    waiting.push(message)
    if (waiting.length < calls) return
    for (const { id, params } of waiting.splice(0))
      answer(id, { result: answered(`Order ${params?.arguments?.order}`) })
  })
}

test('calls at the same moment each get their own result, also from a server with one connection for all clients', async () => {
  const { organization, owner } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const client = await app.as(owner)
  const orders = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  const { url } = await startSharedConnection(orders.length)
  const base = `/api/organizations/${organization.id}`
  const { body } = await client.post(`${base}/mcps`, { type: 'simple', name: 'crm', url: `${url}/mcp` })
  await client.post(`${base}/mcps/employee/${teammate.id}`, { mcp_id: body.id })
  const listed = async () => (await client.get(`${base}/mcps/mcp/${body.id}`)).body.tool_count
  await expect.poll(listed).toBe(1)

  const results = await Promise.all(
    orders.map((order) =>
      client.post(`${base}/employees/${teammate.id}/tools/call`, { tool: 'crm__look_up', input: { order } }),
    ),
  )
  expect(results.map((result) => result.body.result ?? result.body.error)).toEqual(
    orders.map((order) => `Order ${order}`),
  )
})
