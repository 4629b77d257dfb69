import { expect, test } from 'vitest'
import { dispatchWaitingRuns, dropOldPayloads } from '#features/runs/jobs.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp({ env: { RUN_PAYLOAD_RETENTION_DAYS: '30' } })

const LONG = Buffer.alloc(3000, 7).toString('base64')
const ready = () =>
  givenPrivateChat(app, {
    organization: { use_lazy_tools: false },
    values: {
      tools: ['http_request'],
      instructions: 'Be brief.',
      model_values: { is_multimodal: true, input_cost: 1, output_cost: 2, cached_input_cost: 0.5 },
    },
  })

test('a step logs each of its model calls under the names of the contract', async () => {
  const { url } = await serve((_, response) => response.end('the result'))
  await using given = await ready()
  const usage = { input_tokens: 100, output_tokens: 10, cached_input_tokens: 40 }
  given.vendor.reply(
    { tool_calls: [{ name: 'http_request', input: { url } }], usage },
    { text: 'Done.', usage, delay_ms: 20 },
  )
  const { body } = await given.ask('Look!')
  const [step] = await stepsOf(app, body.data.runId)
  expect(step).toMatchObject({
    type: 'agent',
    name: 'Ada',
    status: 'completed',
    fallback_used: false,
    last_error: null,
  })
  expect(Number.isInteger(step?.duration_ms)).toBe(true)

  const { steps } = step?.payload.additional_data ?? {}
  expect(steps).toHaveLength(2)
  for (const call of steps) {
    expect(new Date(call.started_at).toISOString()).toBe(call.started_at)
    expect(Number.isInteger(call.durationMs)).toBe(true)
    expect(call).toMatchObject({ provider: 'custom', active_tools: ['http_request'], is_compaction: false })
    expect(call.model).toMatch(/^model-/)
    expect(call.system).toContain('Be brief.')
  }
  expect(steps[1].durationMs).toBeGreaterThanOrEqual(15)
  const roles = ({ messages }: { messages: { role: string }[] }) => messages.map(({ role }) => role)
  expect([steps[0].messages_from, roles(steps[0])]).toEqual([0, ['user']])
  expect([steps[1].messages_from, roles(steps[1])]).toEqual([1, ['assistant', 'tool']])

  const run = await runOf(app, body.data.runId)
  expect(run.costs).toEqual([
    {
      key_type: 'organization',
      model: step?.model,
      input_tokens: 200,
      output_tokens: 20,
      cached_input_tokens: 80,
      usd_cost: expect.closeTo((120 * 1 + 80 * 0.5 + 20 * 2) / 1e6, 10),
    },
  ])
})

test('the log of a step that failed has the calls that it made, the failed one last', async () => {
  const { url } = await serve((_, response) => response.end('the result'))
  await using given = await ready()
  given.vendor.reply({ tool_calls: [{ name: 'http_request', input: { url } }] }, { fault: 'status', status: 500 })
  expect((await given.save('Look!')).status).toBe(502)
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  const [step] = await stepsOf(app, list.body.data[0].run_id)
  expect(step).toMatchObject({ status: 'failed' })
  const { steps } = step?.payload.additional_data ?? {}
  expect(steps.map(({ error }: { error?: string }) => error)).toEqual([undefined, expect.stringContaining('500')])
  expect(step?.payload).not.toHaveProperty('work')
})

test('no file lies in the log: neither the one that came along, nor one that was said or fetched', async () => {
  const { url } = await serve((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ file: LONG, link: `data:application/pdf;base64,${LONG}`, kind: 'pdf' }))
  })
  await using given = await ready()
  given.vendor.reply(
    { tool_calls: [{ name: 'http_request', input: { url, method: 'POST', body: LONG } }] },
    { text: 'Done.' },
  )
  const image = { name: 'photo.png', mime_type: 'image/png', size: 1, data: LONG }
  const { body } = await given.save(LONG, { attachments: [image] })
  const [step] = await stepsOf(app, body.data.runId)
  const kept = JSON.stringify(step?.payload)
  expect(kept).not.toContain(LONG.slice(0, 100))
  expect(kept).toContain('[REMOVED')
  expect(kept).toContain('pdf')
  const [attachment] = step?.payload.input_data.attachments ?? []
  expect(attachment).toMatchObject({ name: 'photo.png', mime_type: 'image/png', size: 3000 })
  expect(attachment).not.toHaveProperty('data')
  expect(attachment).not.toHaveProperty('content')
  expect(JSON.stringify(given.sent())).toContain(LONG)
})

test('payloads are kept as many days as the operator wants, and the rows for ever', async () => {
  await using given = await ready()
  const { body } = await given.save('Hello')
  const { runId } = body.data
  app.clock.advance(29 * 86_400_000)
  await app.runJob(dropOldPayloads)
  expect(await stepsOf(app, runId)).toHaveLength(1)
  app.clock.advance(2 * 86_400_000)
  await app.runJob(dropOldPayloads)
  await app.runJob(dispatchWaitingRuns)
  expect(await stepsOf(app, runId)).toEqual([])
  expect((await runOf(app, runId)).status).toBe('completed')
  const shown = await given.client.get(`/api/private/workflow/run/${runId}`)
  expect(shown).toMatchObject({ status: 200, body: { data: { status: 'completed', result: null } } })
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body.total).toBe(2)
})
