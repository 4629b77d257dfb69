import { Client as Client2026, StreamableHTTPClientTransport as Transport2026 } from '@modelcontextprotocol/client'
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp()

async function ready() {
  const people = await app.given.organization()
  const teammate = await app.given.teammate(people.organization, { name: 'Ada', tools: ['http_request'] })
  const client = await app.as(people.admin)
  const hosted = await givenHosted(app, people.admin, teammate)
  return { ...people, teammate, client, hosted, base: `/api/organizations/${people.organization.id}` }
}

test.each(['2025', '2026'])(
  'a client of %s that asks for it is notified for how long a call has been made, until it is answered',
  async (era) => {
    const { client, base, teammate, hosted } = await ready()
    const pending: (() => void)[] = []
    const { url } = await serve((_request, response) => void pending.push(() => response.end('done')))
    const { body: flow } = await client.post(`${base}/workflows`, {
      name: 'Look up',
      ...flowOf({ ask: { type: 'http_request', method: 'GET', url } }),
    })
    await client.put(`${base}/employees/${teammate.id}`, { name: 'Ada', workflow_ids: [flow.id] })

    const requestInit = { headers: { authorization: `Bearer ${hosted.token}` } }
    const mcp = new URL(`${app.base_url}/mcp`)
    const received: number[] = []
    const onprogress = ({ progress }: { progress: number }) => {
      received.push(progress)
      if (received.length === 2) for (const release of pending) release()
    }
    const call = { name: 'workflow.look_up', arguments: {} }
    if (era === '2026') {
      const one = new Client2026({ name: 'a', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      await one.connect(new Transport2026(mcp, { requestInit }))
      expect((await one.callTool(call, { onprogress })).content).toMatchObject([
        { text: expect.stringContaining('done') },
      ])
    } else {
      const one = new Client2025({ name: 'a', version: '1' })
      await one.connect(new Transport2025(mcp, { requestInit }) as never)
      const { content } = await one.callTool(call, undefined, { onprogress })
      expect(content).toMatchObject([{ text: expect.stringContaining('done') }])
    }
    expect(received.length).toBeGreaterThan(1)
    expect(received).toEqual([...new Set(received)].toSorted((a, b) => a - b))
  },
)

test('a call that takes longer is answered as a stream, so that no proxy ends it for its silence, and a short one at once', async () => {
  const { hosted } = await ready()
  const pending: (() => void)[] = []
  const { url } = await serve((request, response) => {
    if (request.url === '/short') response.end('done')
    else pending.push(() => response.end('done'))
  })
  const call = (path: string) =>
    hosted.client.send('/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'http_request', arguments: { method: 'GET', url: `${url}/${path}` } },
      }),
    })
  const short = await call('short')
  expect(short.headers.get('content-type')).toContain('application/json')
  expect(await short.json()).toMatchObject({ id: 7, result: { content: [{ text: expect.stringContaining('done') }] } })

  const long = await call('long')
  expect(long.headers.get('content-type')).toBe('text/event-stream')
  for (const release of pending) release()
  const [comment, event] = (await long.text()).split('\n\n')
  expect(comment).toMatch(/^:/)
  expect(JSON.parse(event?.replace('event: message\ndata: ', '') ?? '')).toMatchObject({
    id: 7,
    result: { content: [{ text: expect.stringContaining('done') }] },
  })
})

test('a page of another site is refused, whatever it brings; a program that has no origin is not', async () => {
  const { hosted } = await ready()
  const from = async (origin: string) => (await hosted.ask('ping', {}, { origin })).status
  expect(await from('http://evil.example.com')).toBe(403)
  expect(await from('null')).toBe(403)
  expect(await from(new URL(app.config.BASE_URL).origin)).toBe(200)
  expect((await hosted.ask('ping')).status).toBe(200)
})
