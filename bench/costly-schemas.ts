// Tools whose schemas cost the most to be put into the form that vendors take (`features/models/schemas/`), eight of them and
// new ones each time, read by a program at `/mcp` and offered to a model, while `/health` and another organization's chat are
// measured. Goals as for `fair-share`.
import { setTimeout as sleep } from 'node:timers/promises'
import { startToolServer } from '../server/src/testing/doubles/tool-server.ts'
import { measureOthers, reportOthers } from './lib/others.ts'
import { openStage } from './lib/stage.ts'

/** An answer of a server has at most 20,000 values. */
const TOOLS = 8
const MEASURED_MS = 6000
const PAUSE_MS = 1500

const named = (count: number, value: (at: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, value(at)]))
const references = (count: number) => Array.from({ length: count }, () => ({ $ref: '#/$defs/a' }))

/** Of nearly the largest size or as many values as are read. */
const schemas = {
  'alternatives of alternatives': {
    anyOf: references(500),
    $defs: { a: { anyOf: references(100), properties: named(300, () => ({})) } },
  },
  'all of all': {
    allOf: references(500),
    $defs: { a: { allOf: references(200), properties: named(300, () => ({})) } },
  },
  'a tree of references': {
    properties: named(30, () => ({ $ref: '#/$defs/p0' })),
    $defs: named(12, (at) => ({ properties: named(8, () => ({ $ref: `#/$defs/p${at + 1}` })) })),
  },
  'a long name': { properties: { [`x${'_'.repeat(30_000)}x`]: { type: 'string' } } },
}

await using stage = await openStage()
await using server = await startToolServer()
const { url, key, organization_id, employee_id, cookie } = stage.alongside.ready
const base = `/api/organizations/${organization_id}`

async function post(path: string, body: object, headers: Record<string, string> = { cookie }): Promise<string> {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${url}${path}`, sent)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

const { id: mcp_id } = JSON.parse(await post(`${base}/mcps`, { type: 'simple', name: 'Costly', url: server.url }))
await post(`${base}/mcps/employee/${employee_id}`, { mcp_id })
const { token } = JSON.parse(await post(`${base}/employees/${employee_id}/mcp-tokens`, { name: 'Bench' }))
const program = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }

let round = 0

/** A new list of tools, read by all who read one. */
async function readNewTools(schema: object): Promise<void> {
  round += 1
  const inputSchema = { ...schema, title: `Round ${round}` }
  server.tools = Array.from({ length: TOOLS }, (_, at) => ({ name: `tool_${round}_${at}`, inputSchema }))
  await post(`${base}/mcps/test`, { employee_id, mcp_id })
  const listed = await post('/mcp', { jsonrpc: '2.0', id: round, method: 'tools/list' }, program)
  if (!listed.includes(`tool_${round}_0`)) throw new Error(`The new tools are not listed: ${listed.slice(0, 300)}`)
  const message = { message: 'Hello', channel: 'api' }
  await post(`/api/private/employee/${employee_id}/messages`, message, { authorization: `Bearer ${key}` })
}

await measureOthers(stage.alongside.ready, 1000)
for (const [kind, schema] of Object.entries(schemas)) {
  const idle = await measureOthers(stage.alongside.ready, MEASURED_MS)
  const busyUntil = performance.now() + MEASURED_MS
  const roundsBefore = round
  const flood = async () => {
    while (performance.now() < busyUntil) {
      await readNewTools(schema)
      // More often than this nobody may have a list read.
      await sleep(PAUSE_MS)
    }
  }
  const [busy] = await Promise.all([measureOthers(stage.alongside.ready, MEASURED_MS), flood()])
  reportOthers(`${kind}, ${round - roundsBefore} lists`, { idle, busy })
}
