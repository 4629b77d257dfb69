import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import { runSuspensions } from '#features/runs/table.ts'
import { startTestApp } from '#testing/app.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { echo, serve } from '#testing/servers/loopback-server.ts'
import { wakeSuspendedRuns } from '../jobs.ts'

const platform = await startCustomDouble(null)
const app = await startTestApp({ env: { CUSTOM_BASE_URL: platform.base_url } })
afterAll(async () => {
  await app.close()
  await platform.close()
})

type Steps = Parameters<typeof startSteps>[1]
const started = (steps: Steps, given?: Parameters<typeof startSteps>[2]) => startSteps(app, steps, given)
const message = (text: string) => ({ type: 'message', text })

test('a condition leads to the first case that holds, else on', async () => {
  const rule = (left: string, operator: string, right?: string) => ({ left, operator, ...(right && { right }) })
  const chosen = async (rules: object[], input: object, match = 'all') => {
    const steps = {
      if: { type: 'condition', cases: [{ match, rules, next: 'yes' }], next: 'no' },
      yes: message('yes'),
      no: message('no'),
    }
    return (await started(steps, { input: { ...input } })).result()
  }
  const holds: [object[], object, string?][] = [
    [[rule('{{input.n}}', 'greater', '9')], { n: '10' }],
    [[rule('{{input.n}}', 'less_or_equal', '10')], { n: 10 }],
    [[rule('{{input.n}}', 'equals', '10.0')], { n: 10 }],
    [[rule('{{input.day}}', 'less', '2026-01-02T00:00:00Z')], { day: '2026-01-01T23:00:00Z' }],
    [[rule('{{input.id}}', 'not_equals', '9007199254740993')], { id: '9007199254740992' }],
    [[rule('{{input.id}}', 'greater', '9007199254740992')], { id: '9007199254740993' }],
    [[rule('{{input.ids}}', 'not_contains', '9007199254740993')], { ids: ['9007199254740992'] }],
    [[rule('{{input.at}}', 'greater', '2026-01-02T00:00:00Z')], { at: '2026-01-01T23:00:00-05:00' }],
    [[rule('{{input.at}}', 'equals', '2026-01-02T04:00:00.000Z')], { at: '2026-01-01T23:00:00-05:00' }],
    [[rule('{{input.tags}}', 'contains', 'b')], { tags: ['a', 'b'] }],
    [[rule('{{input.name}}', 'starts_with', 'A'), rule('{{input.name}}', 'ends_with', 'a')], { name: 'Ada' }],
    [[rule('{{input.none}}', 'is_empty'), rule('{{input.list}}', 'is_empty')], { list: [] }],
    [[rule('{{input.ok}}', 'is_true'), rule('{{input.not}}', 'is_false')], { ok: true, not: 'false' }],
    [[rule('{{input.a}}', 'equals', '2'), rule('{{input.a}}', 'equals', '1')], { a: 1 }, 'any'],
  ]
  for (const [rules, input, match] of holds)
    expect(await chosen(rules, input, match), JSON.stringify(rules)).toBe('yes')
  expect(await chosen([rule('{{input.a}}', 'equals', '1'), rule('{{input.a}}', 'equals', '2')], { a: 1 })).toBe('no')
  expect(await chosen([rule('{{input.a}}', 'not_contains', '{{input.b}}')], { a: 'abc', b: 'b' })).toBe('no')
})

test('a wait waits for its time, given as seconds or as an instant', async () => {
  const run = await started(
    { a: { type: 'wait', seconds: '{{input.n}}', next: 'b' }, b: message('awake') },
    { input: { n: 0.05 } },
  )
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toBe('awake')
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const long = await started({ a: { type: 'wait', until } })
  expect((await long.waiting()).map(({ kind, wakes_at }) => [kind, wakes_at?.toISOString()])).toEqual([
    ['timer', until],
  ])
  const wrong = await started({ a: { type: 'wait', until: 'soon' } })
  expect(wrong.executed).toMatchObject({ error_code: 'STEP_FAILED', error: expect.stringContaining('not a time') })
})

test('a person is asked, and what they answer goes into the state', async () => {
  const steps: Steps = {
    ask: { type: 'user_input', question: 'Which of {{input.n}}?', values: { city: '{{resume.value}}' }, next: 'say' },
    say: message('{{state.city}} {{resume.value}}'),
  }
  const run = await started(steps, { input: { n: 2 } })
  expect(await run.waiting()).toMatchObject([{ kind: 'person', detail: { question: 'Which of 2?', kind: 'text' } }])
  await run.answer({ value: 'Oslo' })
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toBe('Oslo {{resume.value}}')
  const approval = await started({ ask: { type: 'user_input', question: 'Pay?', kind: 'approval' } })
  expect(await approval.waiting()).toMatchObject([{ kind: 'approval' }])
  await approval.answer({ approved: false, note: 'Too much' })
  await expect.poll(approval.status).toBe('completed')
  expect(await approval.result()).toEqual({ approved: false, note: 'Too much' })
})

test('a null is filled in as what it is, and what is not there stays as it is written', async () => {
  const filled = { a: '{{input.none}}', b: ['{{input.none}}'], c: '{{input.missing}}', d: 'It is {{input.none}}' }
  const run = await started({ a: { type: 'set_state', values: filled } }, { input: { none: null } })
  expect(await run.result()).toEqual({ a: null, b: [null], c: '{{input.missing}}', d: 'It is null' })
})

test('what nobody answers in time leads where it says, or fails', async () => {
  const asks = { type: 'user_input', question: 'Well?', expires_in_seconds: 60, next: 'never' }
  const lapse = async (run: { id: string }) => {
    await app.ctx.db
      .update(runSuspensions)
      .set({ wakes_at: new Date(0) })
      .where(eq(runSuspensions.run_id, run.id))
    await app.runJob(wakeSuspendedRuns)
  }
  const handled = await started({ ask: { ...asks, on_expiry: 'late' }, never: message('never'), late: message('late') })
  await lapse(handled)
  await expect.poll(handled.result).toBe('late')
  const failed = await started({ ask: asks, never: message('never') })
  await lapse(failed)
  await expect.poll(failed.status).toBe('failed')
})

test('a request is sent with its key, its values and its secrets, and shows none of them', async () => {
  const { url } = await serve(echo)
  const { organization, member } = await app.given.organization()
  const client = await app.as(member)
  await client.post(`/api/organizations/${organization.id}/variables`, {
    placeholder: 'TOKEN',
    value: 's3cr3t-value',
    is_secret: true,
  })
  const run = await started(
    {
      a: {
        type: 'http_request',
        method: 'POST',
        url: `${url}/{{input.path}}`,
        headers: { authorization: 'Bearer {{TOKEN}}' },
        body: '{{input.body}}',
      },
    },
    { organization, input: { path: 'orders', body: { n: 1, text: '{{TOKEN}}' } } },
  )
  const output = (await run.result()) as {
    status: number
    body: { url: string; headers: Record<string, string>; body: string }
  }
  expect(output).toMatchObject({ status: 200, body: { method: 'POST', url: '/orders' } })
  expect(JSON.parse(output.body.body)).toEqual({ n: 1, text: '{{TOKEN}}' })
  expect(output.body.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  expect(output.body.headers.authorization).toBe(`Bearer ${VARIABLE_MASK}`)
  expect(JSON.stringify(await run.steps())).not.toContain('s3cr3t-value')
  const read = await started({ a: { type: 'http_request', url } })
  expect(((await read.result()) as typeof output).body.headers).not.toHaveProperty('idempotency-key')

  const down = await serve((_request, response) => response.writeHead(500).end('No'))
  const failed = await started({ a: { type: 'http_request', url: down.url } })
  expect(failed.executed).toMatchObject({ error_code: 'STEP_FAILED', error: 'The server answered with status 500' })
  const looked = await started({ a: { type: 'http_request', url: down.url, fails_on_error_status: false } })
  expect(await looked.result()).toMatchObject({ status: 500, body: 'No' })
  down.server.close()
  down.server.closeAllConnections()
  const nobody = await started({ a: { type: 'http_request', url: down.url } })
  expect(nobody.executed).toMatchObject({ error_code: 'STEP_FAILED', error: 'Nothing answers at this address.' })
  const refused = await started({ a: { type: 'http_request', url: 'http://10.0.0.1/' } })
  expect(refused.executed).toMatchObject({ error_code: 'STEP_FAILED', error: expect.stringContaining('not reachable') })
})

test.each([
  ['in the encoding of its type', 'text/plain; charset=windows-1251', '\xd6\xe5\xed\xe0', 'Цена'],
  ['with a quoted name', 'text/csv; header=present; charset="Shift_JIS"', '\x89\xbf\x8ai', '価格'],
  ['of seven bits', 'text/plain;charset=ISO-2022-JP', '\x1b$B2A3J\x1b(B', '価格'],
  ['that is UTF-8 under another name', 'text/plain; charset=iso-8859-1', 'Pr\xc3\xa4mie', 'Prämie'],
  ['with a mark of its bytes', 'application/json', '\xef\xbb\xbf{"n":1}', { n: 1 }],
  ['in two bytes a letter', 'application/json; charset=utf-16le', '{\0"\0n\0"\0:\x001\0}\0', { n: 1 }],
  ['whose page names it', 'text/html', '<meta charset="koi8-r"><p>\xe3\xc5\xce\xc1', '<meta charset="koi8-r"><p>Цена'],
  ['of a name that nobody knows', 'text/plain; charset=x-none', 'Pr\xc3\xa4mie', 'Prämie'],
])('an answer %s is read as it is meant', async (_, type, bytes, body) => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': type })
    response.end(Buffer.from(bytes, 'latin1'))
  })
  const run = await started({ a: { type: 'http_request', url } })
  expect(await run.result()).toMatchObject({ status: 200, body })
})

test('a model is asked directly, paid by the organization, and may be asked for JSON', async () => {
  const model = await app.given.model({ provider: 'custom', input_cost: 0, output_cost: 100 })
  const { organization, owner } = await app.given.organization({ available_tokens: 1000 })
  const ask = (as_json: boolean) =>
    started(
      { a: { type: 'model', model: String(model.id), prompt: 'About {{input.x}}', as_json } },
      { organization, input: { x: 'birds' } },
    )
  platform.reply({ text: '```json\n{"n": 1}\n```', usage: { input_tokens: 10, output_tokens: 1000 } })
  const run = await ask(true)
  expect(await run.result()).toEqual({ n: 1 })
  expect(platform.requests.at(-1)?.body.messages).toEqual([{ role: 'user', content: 'About birds' }])
  const { body } = await (await app.as(owner)).get(`/api/organizations/${organization.id}/workflows/runs/${run.id}`)
  const used = { input_tokens: 10, output_tokens: 1000, usd_cost: 0.1 }
  expect(body.steps).toEqual([
    expect.objectContaining({
      ...used,
      model: model.model,
      additional_data: {
        steps: [
          {
            ...used,
            started_at: expect.any(String),
            durationMs: expect.any(Number),
            model: model.model,
            provider: 'custom',
            active_tools: [],
            system: '',
            messages_from: 0,
            messages: [{ role: 'user', content: 'About birds' }],
            is_compaction: false,
            cached_input_tokens: 0,
          },
        ],
      },
    }),
  ])
  expect(body.costs).toMatchObject([used])
  platform.reply({ text: 'No JSON' })
  expect((await ask(true)).executed).toMatchObject({
    error_code: 'STEP_FAILED',
    error: expect.stringContaining('not JSON'),
  })
  platform.reply({ text: 'No JSON' })
  expect(await (await ask(false)).result()).toBe('No JSON')
})

test('a tool is called with the rights of its teammate, and its error fails the step', async () => {
  const { url } = await serve(echo)
  const { organization } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const call = (tool: string, input: object, employee_id = teammate.id) =>
    started({ a: { type: 'tool', employee_id, tool, input } }, { organization, input: { url, method: 'PUT' } })
  const made = await call('http_request', { url: '{{input.url}}', method: '{{input.method}}' })
  expect(await made.result()).toMatchObject({ status: 200, body: { method: 'PUT' } })
  const wrong = await call('http_request', { url: 7 })
  expect(wrong.executed).toMatchObject({ error_code: 'STEP_FAILED', error: expect.stringContaining('does not fit') })
  const other = await app.given.organization()
  const theirs = await app.given.teammate(other.organization)
  expect((await call('http_request', { url }, theirs.id)).executed).toMatchObject({ status: 'failed' })
  const personal = await app.given.teammate(organization, {
    owned_by_user_id: (await app.given.user()).id,
    is_system: true,
  })
  expect((await call('http_request', { url }, personal.id)).executed).toMatchObject({ status: 'failed' })
})

test('a teammate is asked what the step says', async () => {
  const { organization } = await app.given.organization()
  const teammate = await app.given.connectedTeammate(organization, platform, { name: 'Ada' })
  platform.reply({ text: 'Forty-two' })
  const run = await started(
    {
      a: { type: 'agent', employee_id: teammate.id, message: 'About {{input.x}}?', instructions: 'Be {{input.how}}.' },
    },
    { organization, input: { x: 'birds', how: 'brief' } },
  )
  expect(await run.result()).toBe('Forty-two')
  const messages = platform.requests.at(-1)?.body.messages as { role: string; content: string }[]
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'About birds?' })
  expect(messages[0]?.content).toContain('Be brief.')
})

test('what is wrong with a step is reported before it runs', async () => {
  const { problems, organization } = await givenWorkflows(app)
  const gone = '01900000-0000-7000-8000-000000000000'
  const personal = await app.given.teammate(organization, {
    owned_by_user_id: (await app.given.user()).id,
    is_system: true,
  })
  const found = await problems({
    agent: { type: 'agent', employee_id: gone, tools: ['no.tool'], next: 'tool' },
    tool: { type: 'tool', employee_id: personal.id, tool: 'no.tool', next: 'model' },
    model: { type: 'model', model: '999999999', prompt: 'Hello', next: 'workflow' },
    workflow: { type: 'workflow', workflow_id: gone, next: 'choice' },
    choice: { type: 'user_input', question: 'Which?', kind: 'choice', on_expiry: 'nowhere', next: 'wait' },
    wait: { type: 'wait', seconds: 1, until: '2026-01-01', next: 'if' },
    if: { type: 'condition', cases: [{ rules: [{ left: 'a', operator: 'is_true' }], next: 'nobody' }], next: 'each' },
    each: { type: 'for_each', items: [], start: 'none', next: 'say' },
    say: message('{{resume.value}}'),
  })
  expect(found.map(({ step, field }) => [step, field]).sort()).toEqual(
    [
      ['agent', 'employee_id'],
      ['agent', 'tools'],
      ['tool', 'employee_id'],
      ['tool', 'tool'],
      ['model', 'model'],
      ['workflow', 'workflow_id'],
      ['choice', 'choices'],
      ['choice', 'on_expiry'],
      ['wait', 'seconds'],
      ['if', 'cases.0.next'],
      ['each', 'start'],
      ['say', 'text'],
    ].sort(),
  )
})
