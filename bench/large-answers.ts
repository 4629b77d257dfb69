// Files of 9 MB as the answers of an API, in which twelve secrets are looked for, sixteen at once, and how long `/health` has
// to wait meanwhile. Goal: at most 100 ms more than on an idle server.
import { type Child, startChild } from './lib/children.ts'
import { quantiles } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const GOAL_MS = 100
const CONCURRENCY = 16
const names = Array.from({ length: 12 }, (_, n) => `SECRET_${n}`)
const values = names.map((name) => `${name} & "more" of it`)

await using stage = await openStage()
const api: Child<{ url: string; kinds: string[] }> = await startChild('bench/servers/large-answers.ts', {}, values)
const { url, organization_id, employee_id, cookie } = stage.alongside.ready
const base = `/api/organizations/${organization_id}`

async function post<T>(path: string, body: object, headers: Record<string, string> = { cookie }): Promise<T> {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${url}${path}`, sent)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

for (const [n, placeholder] of names.entries()) {
  await post(`${base}/variables`, { placeholder, value: values[n], is_secret: true })
}
const of = { name: 'of', in: 'query', required: true, schema: { type: 'string' } }
const document = {
  openapi: '3.0.3',
  info: { title: 'Files', version: '1' },
  paths: { '/file': { get: { operationId: 'file', parameters: [of], responses: { 200: { description: 'A file' } } } } },
}
const { id: mcp_id } = await post<{ id: string }>(`${base}/mcps`, {
  type: 'openapi',
  name: 'Files',
  url: api.ready.url,
  headers: { 'X-Secrets': names.map((name) => `{{${name}}}`).join(' ') },
  document: JSON.stringify(document),
  operations: ['GET /file'],
})
await post(`${base}/mcps/employee/${employee_id}`, { mcp_id })
const { token } = await post<{ token: string }>(`${base}/employees/${employee_id}/mcp-tokens`, { name: 'Bench' })

async function callFor(kind: string): Promise<void> {
  const params = { name: 'files__file', arguments: { of: kind } }
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
  const answer = await post<object>('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
  const text = JSON.stringify(answer)
  if (!text.includes('attached to your answer')) throw new Error(`No file was attached: ${text.slice(0, 300)}`)
}

async function healthDuring(work: Promise<unknown>): Promise<number[]> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const times: number[] = []
  while (!isDone) {
    const start = performance.now()
    await (await fetch(`${url}/health`)).arrayBuffer()
    times.push(performance.now() - start)
  }
  await ended
  return times
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
await callFor('picture')
await healthDuring(pause(1000))
const idle = quantiles(await healthDuring(pause(2000)))
console.log(`idle: p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms`)

let missed = 0
for (const kind of api.ready.kinds) {
  const start = performance.now()
  const times = await healthDuring(Promise.all(Array.from({ length: CONCURRENCY }, () => callFor(kind))))
  const seconds = (performance.now() - start) / 1000
  const worst = Math.max(...times)
  if (worst - idle.p99 > GOAL_MS) missed++
  const figures = `/health p99 ${quantiles(times).p99.toFixed(0)} ms, at worst ${worst.toFixed(0)} (${(worst / idle.p99).toFixed(1)} × idle)`
  console.log(
    `${worst - idle.p99 > GOAL_MS ? 'MISS' : 'ok  '} ${kind}: ${CONCURRENCY} calls in ${seconds.toFixed(1)} s, ${figures}`,
  )
}
await api.stop()
process.exitCode = missed === 0 ? 0 : 1
