// Hosted tools against the official package's stateless server: the list of 20 tools, with a token, and a call, which is a run
// with its log; and a call of a connector's tool against the official client alone, in a run and by way of the hosted endpoint.
// Goals: at least 5 times the lists a second, at least 0.8 times the calls; at most 3 ms more for a call of a connector.
import { Agent, request } from 'undici'
import { type Child, startChild } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import { load, quantiles } from './lib/load.ts'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const seconds = Number(process.argv[2] ?? 5)
const CALLS = 500

await using stage = await openStage()
const floor: Child<{ url: string }> = await startChild('bench/servers/tool-server.ts')
const { url, organization_id, employee_id, cookie, key } = stage.alongside.ready
const base = `/api/organizations/${organization_id}`

type Timings = { through: number[]; alone: number[] }

async function send<T>(method: 'POST' | 'PUT', path: string, body: object, bearer?: string): Promise<T> {
  const by = bearer ? { authorization: `Bearer ${bearer}` } : { cookie }
  const headers = { ...by, 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

const greeting = { steps: { say: { type: 'message', name: 'Say', text: 'Hello {{input.query}}' } } }
const workflow_ids: string[] = []
for (let n = 0; n < 18; n++) {
  const made = { name: `Greet ${n}`, flow: greeting, starting_step_id: 'say' }
  workflow_ids.push((await send<{ id: string }>('POST', `${base}/workflows`, made)).id)
}
const named = { name: 'Ada', tools: ['http_request', 'files.create'], workflow_ids }
await send('PUT', `${base}/employees/${employee_id}`, named)
const tokens = `${base}/employees/${employee_id}/mcp-tokens`
const { token } = await send<{ token: string }>('POST', tokens, { name: 'Bench' })

const VERSION = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const asking = (method: string, params: Record<string, unknown> = {}) => ({
  path: '/mcp',
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
    authorization: `Bearer ${token}`,
  },
  body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
})
const call = (name: string) => asking('tools/call', { name, arguments: { query: 'Ada' } })

for (const clients of [1, 16]) {
  const how = { clients, seconds }
  await compare(
    `tools/list with 20 tools, ${clients} clients`,
    3,
    () => load(url, () => asking('tools/list'), how),
    () => load(floor.ready.url, () => asking('tools/list'), how),
  )
  await compare(
    `tools/call, ${clients} clients`,
    3,
    () => load(url, () => call('workflow.greet_0'), how),
    () => load(floor.ready.url, () => call('tool_0'), how),
  )
}

const { id: mcp_id } = await send<{ id: string }>('POST', `${base}/mcps`, {
  type: 'simple',
  name: 'Floor',
  url: `${floor.ready.url}/mcp`,
})
await send('POST', `${base}/mcps/employee/${employee_id}`, { mcp_id })
await send('POST', `${base}/mcps/test`, { employee_id, mcp_id })
const agent = new Agent({ connections: 1, pipelining: 1 })
const input = { query: 'Ada' }
const called = { tool: 'floor__tool_0', url: `${floor.ready.url}/mcp`, called: 'tool_0', input, calls: CALLS }
const inRun = await send<Timings>('POST', `/bench/${employee_id}/connector`, called, key)
reportCalls('in a run', inRun.through, inRun.alone)

const hosted: number[] = []
for (let n = 0; n < CALLS; n++) hosted.push(await timeOf(callConnector))
reportCalls('at the hosted endpoint', hosted, inRun.alone)
await agent.close()
await floor.stop()

function reportCalls(where: string, through: number[], alone: number[]): void {
  report(`a call of a connector's tool ${where}, one after the other`, through, alone)
  const moreMs = quantiles(through).p50 - quantiles(alone).p50
  console.log(`  ${moreMs.toFixed(1)} ms more than the official client alone (goal 3)\n`)
}

async function callConnector(): Promise<void> {
  const { path, headers, body } = call('floor__tool_0')
  const answer = await request(`${url}${path}`, {
    dispatcher: agent,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (!text.includes('Hello Ada')) throw new Error(`The connector answered ${text.slice(0, 300)}`)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
