import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ListedRun, StepLog } from '#contracts/logged-runs.ts'
import { conversations } from '#features/conversations/table.ts'
import { dropOldPayloads } from '#features/runs/jobs.ts'
import { runs } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'
import { startFlow } from '#testing/runs/started-flow.ts'
import { chain, featuresWithWaiting, step } from '#testing/runs/waiting-steps.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp({
  env: { RUN_PAYLOAD_RETENTION_DAYS: '30' },
  features: featuresWithWaiting,
})

const usage = { input_tokens: 100, output_tokens: 10, cached_input_tokens: 40 }

/** A teammate that was asked something over the private API, and the logs as its owner reads them. */
async function answered() {
  const { url } = await serve((_, response) => response.end('the weather is fine'))
  const given = await givenPrivateChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['http_request'], model_values: { input_cost: 1, output_cost: 2, cached_input_cost: 0.5 } },
  })
  given.vendor.reply({ tool_calls: [{ name: 'http_request', input: { url } }], usage }, { text: 'Fine.', usage })
  const { body } = await given.save('How is the weather?')
  const owner = await app.as(given.owner)
  const base = `/api/organizations/${given.organization.id}/workflows/runs`
  return { ...given, owner, owner_row: given.owner, base, run_id: body.data.runId as string }
}

test('a run of the private API is listed with what the contract names', async () => {
  await using given = await answered()
  const { body } = await given.owner.get(`${given.base}?exclude=flow,state`)
  expect(body).toMatchObject({ page: 1, limit: 25, total: 1, hasMore: false })
  const [run] = body.data as ListedRun[]
  const usd_cost = (120 * 1 + 80 * 0.5 + 20 * 2) / 1e6
  expect(run).toEqual({
    is_test: false,
    started_by: null,
    run_id: given.run_id,
    organization_id: given.organization.id,
    workflow_id: null,
    workflow_name: null,
    trigger_id: null,
    trigger_url: null,
    conversation_id: expect.any(String),
    conversation_title: 'How is the weather?',
    conversation_channel: 'api',
    channel: 'api',
    employee_id: given.teammate.id,
    employee_name: 'Ada',
    contact_id: expect.any(String),
    parent_run_id: null,
    rerun_of: null,
    taken_over_until: null,
    status: 'completed',
    error_code: null,
    model: expect.stringMatching(/^model-/),
    fallback_used: false,
    created_at: expect.any(String),
    completed_at: expect.any(String),
    failed_at: null,
    suspended_at: null,
    cancelled_at: null,
    duration_ms: Date.parse(run?.completed_at ?? '') - Date.parse(run?.created_at ?? ''),
    input_tokens: 200,
    output_tokens: 20,
    cached_input_tokens: 80,
    usd_cost: expect.closeTo(usd_cost, 8),
    costs: [
      {
        key_type: 'organization',
        model: run?.model,
        input_tokens: 200,
        output_tokens: 20,
        cached_input_tokens: 80,
        usd_cost: expect.closeTo(usd_cost, 8),
      },
    ],
    state: { currentStepId: 'answer', error: null, runtimeContext: { userId: null, isAsync: false } },
  })
})

test('without `exclude` rows have their flow and the steps in their state', async () => {
  await using given = await answered()
  const [run] = (await given.owner.get(given.base)).body.data
  expect(run.flow).toEqual({ steps: { answer: { type: 'agent', name: 'Ada', employee_id: given.teammate.id } } })
  expect(run.state.steps).toEqual([expect.objectContaining({ seq: 1, step_id: 'answer', status: 'completed' })])
  expect(run.costs).toHaveLength(1)
})

test('the detail shows each step with its input, its calls, tokens and cost', async () => {
  await using given = await answered()
  const { body } = await given.owner.get(`${given.base}/${given.run_id}`)
  expect(body).toMatchObject({ run_id: given.run_id, steps_total: 1, children: [], payloads_removed_at: null })
  expect(body.input).toMatchObject({ message: 'How is the weather?' })
  const [step] = body.steps as StepLog[]
  expect(step).toMatchObject({
    step_id: 'answer',
    cursor: '',
    status: 'completed',
    input_data: { message: 'How is the weather?' },
    output: 'Fine.',
    fallback_used: false,
    last_error: null,
    input_tokens: 200,
    output_tokens: 20,
    usd_cost: expect.closeTo(0.0002, 8),
    content_payload: null,
  })
  const calls = step?.additional_data?.steps ?? []
  expect(calls).toHaveLength(2)
  expect(calls[1]).toMatchObject({ ...usage, active_tools: ['http_request'], is_compaction: false })
  expect(JSON.stringify(calls[1]?.messages)).toContain('the weather is fine')
  expect(body.state.steps).toHaveLength(1)
  expect(body.state.steps[0]).not.toHaveProperty('input_data')
})

test('a conversation without any title gets its first words when a run of it is shown', async () => {
  await using given = await answered()
  const [run] = await app.ctx.db.select().from(runs).where(eq(runs.id, given.run_id))
  const of = eq(conversations.id, run?.conversation_id ?? '')
  await app.ctx.db.update(conversations).set({ temporary_title: null }).where(of)
  const { body } = await given.owner.get(`${given.base}/${given.run_id}`)
  expect(body.conversation_title).toBe('How is the weather?')
  expect((await app.ctx.db.select().from(conversations).where(of))[0]?.temporary_title).toBe('How is the weather?')
})

test('a failed run says why, and at which step', async () => {
  await using given = await answered()
  given.vendor.reply({ fault: 'status', status: 500 })
  expect((await given.save('And now?')).status).toBe(502)
  const [run] = (await given.owner.get(`${given.base}?status=failed&exclude=state`)).body.data
  expect(run).toMatchObject({ error_code: 'MODEL_FAILED', state: { currentStepId: 'answer' } })
  expect(run.state.error).toMatch(/^No model could answer/)
  const { body } = await given.owner.get(`${given.base}/${run.run_id}`)
  expect(body.steps[0]).toMatchObject({ status: 'failed', last_error: run.state.error })
})

test('steps inside a step stand under its cursor, and runs are found by what their flow has written', async () => {
  const inner = chain(step('set_state', { values: { CRM: 'inside' } }), step('message', { text: 'Inside' }))
  const flow = await startFlow(
    app,
    step('set_state', { values: { CRM: 'HubSpot', secret: 'x'.repeat(400), deep: { a: 1 } } }),
    step('call', { flow: inner.flow, start: inner.starting_step_id }),
    step('end', {}),
  )
  const { organization } = flow.ctx
  const owner = await app.given.membership(organization, 'owner')
  const client = await app.as(owner)
  const base = `/api/organizations/${organization.id}/workflows/runs`
  const { body } = await client.get(`${base}/${flow.id}`)
  expect(body.steps.map(({ cursor, step_id }: StepLog) => `${cursor}${step_id}`)).toEqual([
    's0',
    's1',
    's1.2/called/s0',
    's1.2/called/s1',
    's2',
  ])
  expect(body.state).toMatchObject({ CRM: 'HubSpot', currentStepId: 's2' })
  expect(body.state).not.toHaveProperty('secret')
  const found = async (query: string) => (await client.get(`${base}?exclude=flow&${query}`)).body.total
  expect(await found('state[CRM]=HubSpot')).toBe(1)
  expect(await found('state[CRM]=inside')).toBe(0)
  expect(await found('state[currentStepId]=s2')).toBe(1)
})

test('what is too large for the detail is read by its reference, and the export has it all', async () => {
  // Hardly to be packed, and no file that the log would leave out.
  const long = randomBytes(300_000).toString('hex').replaceAll(/.{10}/g, '$& ')
  const flow = await startFlow(app, step('message', { text: 'short' }), step('set_state', { values: { long } }))
  const client = await app.as(await app.given.membership(flow.ctx.organization, 'admin'))
  const base = `/api/organizations/${flow.ctx.organization.id}/workflows/runs/${flow.id}`
  const { body } = await client.get(base)
  const [small, large] = body.steps as StepLog[]
  expect(small).toMatchObject({ output: 'short', content_payload: null })
  expect(large).toMatchObject({ input_data: null, output: null, additional_data: null })
  const whole = await client.get(large?.content_payload?.url ?? '')
  expect(whole.body).toEqual({ input_data: { long }, output: { long }, additional_data: null })
  const file = await client.get(`${base}/export`)
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="run-${flow.id}.json"`)
  expect(file.body.steps[1].output).toEqual({ long })
  expect(file.body).toMatchObject({ run_id: flow.id, steps_total: 2 })
})

test('what is no longer stored is shown as removed, and when', async () => {
  await using given = await answered()
  const flow = await startFlow(app, step('set_state', { values: { CRM: 'Old' } }))
  const after = async (days: number) => {
    app.clock.advance(days * 86_400_000)
    await app.runJob(dropOldPayloads)
    // Sessions are over by then.
    return app.as(given.owner_row)
  }
  const early = await after(29)
  expect((await early.get(`${given.base}/${given.run_id}`)).body.payloads_removed_at).toBeNull()
  const late = await after(2)
  const { body } = await late.get(`${given.base}/${given.run_id}`)
  expect(Date.parse(body.payloads_removed_at) - Date.parse(body.completed_at)).toBe(30 * 86_400_000)
  expect(body).toMatchObject({ flow: null, input: null, status: 'completed' })
  expect(body.steps[0]).toMatchObject({ step_id: 'answer', input_data: null, output: null, content_payload: null })
  const [run] = (await late.get(given.base)).body.data
  expect(run).toMatchObject({ flow: null, usd_cost: expect.closeTo(0.0002, 8) })
  const client = await app.as(await app.given.membership(flow.ctx.organization, 'admin'))
  const old = await client.get(`/api/organizations/${flow.ctx.organization.id}/workflows/runs?state[CRM]=Old`)
  expect(old.body.total).toBe(0)
})

test('the file for spreadsheets has every run of the filter, no formula, and is recorded', async () => {
  await using given = await answered()
  const organization_id = given.organization.id
  const many = Array.from({ length: 1100 }, (_, n) => ({
    organization_id,
    employee_id: given.teammate.id,
    status: 'failed' as const,
    error: '=HYPERLINK("http://evil")',
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000),
  }))
  await app.ctx.db.insert(runs).values(many)
  const { headers, body } = await given.owner.get(`${given.base}.csv?status=failed`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines: string[] = body.trim().split('\n')
  expect(lines[0]).toMatch(/^\ufeff?run_id,started,status,duration_ms,teammate,/)
  expect(lines).toHaveLength(1101)
  expect(new Set(lines).size).toBe(1101)
  expect(body).toContain(`"'=HYPERLINK(""http://evil"")"`)
  const { body: log } = await given.owner.get(
    `/api/organizations/${organization_id}/audit-log?action=execution_logs.exported`,
  )
  expect(log.data[0].after).toEqual({ status: 'failed' })
})
