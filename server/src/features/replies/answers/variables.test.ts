import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { auditEntries } from '#features/audit/table.ts'
import { messagePayloads } from '#features/conversations/messages/table.ts'
import { messages } from '#features/conversations/table.ts'
import { runFlow } from '#features/runs/run-flow.ts'
import { runs } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { createLog } from '#platform/log.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, runsOf, stepsOf } from '#testing/chats/private-chat.ts'
import { echo, serve } from '#testing/servers/loopback-server.ts'

const logged: string[] = []
const log = createLog({ level: 'trace', pretty: false }, { write: (line: string) => void logged.push(line) })
const app = await ownTestApp({ log })

const MASK = '••••••••'
/** Changed by every way of writing it into an address, a form or JSON. */
const SECRET = 'sk "quoted"/& secret+ключ'

type Given = Awaited<ReturnType<typeof ready>>

async function ready(values: { role?: string; description?: string; instructions?: string } = {}) {
  const given = await givenPrivateChat(app, {
    organization: { use_lazy_tools: false, is_debug_mode: true },
    values: { tools: ['http_request'], ...values },
  })
  const people = await app.as(given.owner)
  const path = `/api/organizations/${given.organization.id}/variables`
  const variable = async (placeholder: string, value: string, is_secret = false) =>
    (await people.post(path, { placeholder, value, is_secret })).body
  const system = () => String(given.sent().find(({ role }) => role === 'system')?.content)
  /** What the model was told that its tool calls came to. */
  const results = () =>
    given
      .sent()
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => String(content))
  return { ...given, people, variables: path, variable, system, results }
}

const call = (input: object, id = 'call_1') => ({ id, name: 'http_request', input })

/** Everything that was kept, pushed, logged and told to the model. */
async function everything({ organization, vendor }: Given): Promise<string> {
  const { db } = app.ctx
  const kept = await Promise.all((await runsOf(app, organization)).map(({ id }) => stepsOf(app, id)))
  return JSON.stringify([
    kept,
    await db.select().from(runs).where(eq(runs.organization_id, organization.id)),
    await db.select().from(messages).where(eq(messages.organization_id, organization.id)),
    await db.select().from(messagePayloads).where(eq(messagePayloads.organization_id, organization.id)),
    await db.select().from(auditEntries).where(eq(auditEntries.organization_id, organization.id)),
    (await db.execute(sql`select convert_from(substr(data, 2), 'utf8') from run_payloads where get_byte(data, 0) = 0`))
      .rows,
    app.events.all(),
    logged,
    vendor.requests,
  ])
}

test('a prompt has the values of public variables; secrets and what nobody defined stay as they are written', async () => {
  const words = '{{SHOP}}, {{ SHOP }}, {{shop}}, {{MISSING}}, {{KEY}}, {{input.x}}, {{goal}}, {{__proto__}}, {{role}}'
  await using given = await ready({ role: 'Clerk of {{SHOP}}', description: 'At {{SHOP}}', instructions: words })
  await given.variable('SHOP', 'Bücher & {{KEY}} $&')
  await given.variable('KEY', SECRET, true)
  await given.ask('What is {{SHOP}}?')
  const shop = 'Bücher & {{KEY}} $&'
  expect(given.system()).toContain(`# Your role\nClerk of ${shop}`)
  expect(given.system()).toContain(`# About you\nAt ${shop}`)
  expect(given.system()).toContain(
    `# Instructions\n${shop}, ${shop}, {{shop}}, {{MISSING}}, {{KEY}}, {{input.x}}, {{goal}}, {{__proto__}}, Clerk of ${shop}`,
  )
  expect(given.sent().at(-1)?.content).toBe('What is {{SHOP}}?')
  expect(await everything(given)).not.toContain('quoted')
})

test('a changed value counts from the next answer on, a deleted variable is missing, and another organization has its own', async () => {
  await using given = await ready({ instructions: 'Shop: {{SHOP}}' })
  await using other = await ready({ instructions: 'Shop: {{SHOP}}' })
  const { id } = await given.variable('SHOP', 'Old')
  await given.ask('Hello')
  expect(given.system()).toContain('Shop: Old')
  await given.people.put(`${given.variables}/${id}`, { value: 'New' })
  await given.ask('Hello')
  expect(given.system()).toContain('Shop: New')
  await given.people.delete(`${given.variables}/${id}`)
  await given.ask('Hello')
  expect(given.system()).toContain('Shop: {{SHOP}}')
  await other.ask('Hello')
  expect(other.system()).toContain('Shop: {{SHOP}}')
})

test('variables are read once for an answer whose teammate names one, and not at all for any other', async () => {
  const query = vi.spyOn(app.ctx.db.$client, 'query')
  onTestFinished(() => query.mockRestore())
  const reads = () =>
    query.mock.calls.filter(([asked]) => (asked as { name?: string } | undefined)?.name === 'read_variables').length
  await using plain = await ready({ instructions: 'As {{role}} use {{input.x}}. {{' })
  await plain.ask('{{SHOP}}')
  expect(query).toHaveBeenCalled()
  expect(reads()).toBe(0)
  await using naming = await ready({ role: '{{SHOP}}', description: '{{A}}', instructions: '{{SHOP}} {{B}}' })
  await naming.ask('Hello')
  expect(reads()).toBe(1)
})

test('instructions that would grow without end once filled in fail their run in words', async () => {
  await using given = await ready({ instructions: '{{LONG}}'.repeat(100) })
  await given.variable('LONG', 'x'.repeat(65_536))
  expect((await given.ask('Hello')).body.error).toBe('The text is too long once its variables are filled in')
  expect(given.vendor.requests).toEqual([])
})

test('a request gets public and secret values in url, headers and body, and nobody else gets the secret', async () => {
  const received: { url?: string; authorization?: string; body?: string }[] = []
  const { url, port } = await serve((request, response) => {
    received.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' })
    return echo(request, response)
  })
  await using given = await ready({ instructions: 'The key is {{KEY}}.' })
  await given.variable('BASE', url)
  await given.variable('KEY', 'sk-ascii-secret', true)
  await given.variable('STRANGE', SECRET, true)
  given.vendor.reply(
    {
      tool_calls: [
        call({
          method: 'POST',
          url: '{{BASE}}/orders/{{STRANGE}}?key={{KEY}}&strange={{STRANGE}}&none={{MISSING}}',
          headers: { authorization: 'Bearer {{KEY}}' },
          body: { deep: ['{{STRANGE}}', { key: '{{KEY}}' }], untouched: '{{input.x}} {{KEY', '{{KEY}}': 1 },
        }),
        call({ method: 'PUT', url: `http://127.0.0.1:${port}/`, body: '{"a": "{{STRANGE}}"}' }, 'call_2'),
      ],
    },
    { text: 'Sent.' },
  )
  expect((await given.ask('Order!')).body.data.message).toBe('Sent.')
  expect(received).toHaveLength(2)
  const order = received.find(({ url }) => url?.startsWith('/orders'))
  expect(order?.authorization).toBe('Bearer sk-ascii-secret')
  expect(order?.url).toContain(`?key=sk-ascii-secret&strange=${encodeURIComponent(SECRET)}&`)
  const [first, second] = given.results().map((result) => JSON.parse(result).body)
  expect(first).toMatchObject({ headers: { authorization: `Bearer ${MASK}` } })
  expect(first.url).toContain(`?key=${MASK}&strange=${MASK}&none={{MISSING}}`)
  expect(JSON.parse(first.body)).toEqual({
    deep: [MASK, { key: MASK }],
    untouched: '{{input.x}} {{KEY',
    '{{KEY}}': 1,
  })
  expect(second.body).toBe(`{"a": "${MASK}"}`)
  const seen = await everything(given)
  for (const trace of ['sk-ascii-secret', 'quoted']) expect(seen).not.toContain(trace)
  expect(seen).toContain('Bearer {{KEY}}')
})

test('what comes back is masked in headers, texts, keys and numbers, however it is written there', async () => {
  const { url } = await serve(({ url }, response) => {
    response.setHeader('x-token', 'Bearer 987654321987654321')
    response.setHeader('content-type', url === '/' || url === '/nul' ? 'text/plain' : 'application/json')
    if (url === '/escaped') {
      return response.end('{"\\u0039\\u00387654321987654321":"\\u0039\\u00387654321987654321"}')
    }
    if (url === '/number') return response.end('{"a":987654321987654321}')
    if (url === '/nul') return response.end('9\x0087654321987654321')
    response.end('987654321987654321 and 987654321987654321')
  })
  await using given = await ready()
  await given.variable('NUMBER', ' 987654321987654321\n', true)
  const paths = ['/escaped', '/number', '/nul', '/']
  given.vendor.reply(
    { tool_calls: paths.map((path, at) => call({ url: `${url}${path}`, headers: { x: '{{NUMBER}}' } }, `call_${at}`)) },
    { text: 'Done.' },
  )
  expect((await given.ask('Go!')).body.data.message).toBe('Done.')
  const answers = given.results().map((result) => JSON.parse(result))
  expect(answers.map(({ body }) => body)).toEqual([{ [MASK]: MASK }, `{"a":${MASK}}`, MASK, `${MASK} and ${MASK}`])
  for (const { headers } of answers) expect(headers['x-token']).toBe(`Bearer ${MASK}`)
  expect(await everything(given)).not.toContain('87654321')
})

test('an error that repeats a secret is masked, and a redirect takes none along', async () => {
  const elsewhere: string[] = []
  const target = await serve((request, response) => {
    elsewhere.push(JSON.stringify(request.headers))
    response.end()
  })
  const { url } = await serve((request, response) => {
    response.writeHead(307, { location: `${target.url}/?was=${request.headers['x-shop']}` }).end()
  })
  await using given = await ready()
  await given.variable('KEY', 'sk-for-one-place', true)
  await given.variable('LINES', 'sk-first-line\nsk-second-line', true)
  await given.variable('HOST', 'sk-host.invalid', true)
  await given.variable('NOTHING', '')
  given.vendor.reply(
    {
      tool_calls: [
        call({ url, headers: { 'x-shop': '{{KEY}}' } }, 'redirected'),
        call({ url, headers: { 'x-shop': '{{LINES}}' } }, 'unfit'),
        call({ url: 'http://{{HOST}}/' }, 'unknown'),
        call({ url: 'http://user:{{KEY}}@127.0.0.1/' }, 'user'),
        call({ url: '{{KEY}}://x' }, 'scheme'),
        call({ url: '{{NOTHING}}' }, 'nothing'),
      ],
    },
    { text: 'Nothing worked.' },
  )
  expect((await given.ask('Go!')).body.data.message).toBe('Nothing worked.')
  const [redirected, unfit, unknown, user, scheme, nothing] = given.results()
  expect(JSON.parse(redirected ?? '')).toMatchObject({
    status: 307,
    headers: { location: `${target.url}/?was=${MASK}` },
  })
  expect(elsewhere).toEqual([])
  for (const result of [unfit, unknown, user]) expect(result).not.toBe('')
  for (const result of [scheme, nothing])
    expect(result).toBe('With its variables filled in, the url is not an http or https address')
  const seen = await everything(given)
  for (const secret of ['sk-for-one-place', 'sk-first-line', 'sk-second-line', 'sk-host'])
    expect(seen).not.toContain(secret)
})

test('a flow fills public variables into what it says and keeps, and leaves what it was given as it is', async () => {
  await using given = await ready()
  await given.variable('SHOP', 'Books')
  await given.variable('KEY', SECRET, true)
  const ctx = extendContext(app.ctx, { organization: given.organization })
  const flow = {
    steps: {
      keep: { type: 'set_state', name: 'Keep', next: 'say', values: { shop: ['{{SHOP}}', '{{KEY}}'] } },
      say: { type: 'message', name: 'Say', text: '{{SHOP}} {{KEY}} {{state.shop}} {{input.message}} {{other.x}}' },
    },
  }
  const { outcome } = await runFlow(ctx, { flow, starting_step_id: 'keep', input: { message: '{{SHOP}}' } })
  expect(await outcome).toMatchObject({
    status: 'completed',
    output: 'Books {{KEY}} ["Books","{{KEY}}"] {{SHOP}} {{other.x}}',
  })
})
