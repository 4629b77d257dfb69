import { randomUUID } from 'node:crypto'
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { answered } from '#testing/doubles/tool-server.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '5' } })

/** An official server that stores its events, so that an answer can be asked for again when its stream was closed. */
async function givenStoringServer({ retryInterval, closings }: { retryInterval: number; closings: number }) {
  const open = new Map<string, StreamableHTTPServerTransport>()
  const eventStore = new InMemoryEventStore()
  const resumed = Promise.withResolvers<void>()
  let resumptions = 0
  const connect = async () => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore,
      retryInterval,
      onsessioninitialized: (id) => void open.set(id, transport),
    })
    const mcp = new McpServer({ name: 'Reports', version: '1.0.0' })
    mcp.registerTool('write_report', { description: 'Takes minutes.' }, async ({ closeSSEStream }) => {
      closeSSEStream?.()
      await resumed.promise
      return answered('The report is written.')
    })
    await mcp.connect(transport as never)
    return transport
  }
  const { url } = await serve(async (request, response) => {
    if (request.headers['last-event-id'] !== undefined) {
      resumptions++
      // A stream that is closed again has nothing new yet.
      if (resumptions <= closings) {
        return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\n\n')
      }
      resumed.resolve()
    }
    const transport = open.get(String(request.headers['mcp-session-id'])) ?? (await connect())
    await transport.handleRequest(request, response)
  })
  const { organization, owner } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const person = await app.as(owner)
  const base = `/api/organizations/${organization.id}`
  const { body } = await person.post(`${base}/mcps`, { type: 'simple', name: 'Reports', url: `${url}/mcp` })
  await person.post(`${base}/mcps/employee/${teammate.id}`, { mcp_id: body.id })
  await person.post(`${base}/mcps/test`, { employee_id: teammate.id, mcp_id: body.id })
  const console = `${base}/employees/${teammate.id}/tools/call`
  return {
    call: () => person.post(console, { tool: 'reports__write_report', input: {} }),
    resumptions: () => resumptions,
  }
}

test.each([0, 2])(
  'a server may close the stream of a long call %i times more, and is asked for the answer',
  async (closings) => {
    const given = await givenStoringServer({ retryInterval: 100, closings })
    expect((await given.call()).body).toMatchObject({ status: 'completed', result: 'The report is written.' })
    expect(given.resumptions()).toBe(closings + 1)
  },
)

test('a server that closes each stream is asked a few times a second, whatever it wishes', async () => {
  const given = await givenStoringServer({ retryInterval: 0, closings: Number.POSITIVE_INFINITY })
  expect((await given.call()).body).toMatchObject({ status: 'failed' })
  expect(given.resumptions()).toBeGreaterThan(1)
  expect(given.resumptions()).toBeLessThanOrEqual(11)
})
