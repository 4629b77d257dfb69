import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { platformSettings } from '#features/catalog/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { runLeases } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { continueDetachedRun } from '../../runs/jobs.ts'

const KEY = 'sk-a-very-secret-key'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = { name: 'photo.png', mime_type: 'image/png', size: 70, data: PIXEL }
const LONG = Buffer.alloc(3000, 7).toString('base64')

const app = await ownTestApp({ env: { RUN_LEASE: '600' } })
const fallback = await app.given.model({ provider: 'custom', name: 'Fallback' })
await app.ctx.db.insert(platformSettings).values({ id: 1, fallback_model_1: fallback.id })

async function ready(is_debug_mode: boolean) {
  const vendor = await startCustomDouble(KEY)
  const { organization, private_key } = await app.given.organization({ is_debug_mode, use_lazy_tools: false })
  const teammate = await app.given.connectedTeammate(
    organization,
    { base_url: vendor.base_url, api_key: KEY },
    {
      instructions: `Be brief. ![](data:image/png;base64,${LONG})`,
      tools: ['http_request'],
      reasoning: 'low',
      model_values: { is_multimodal: true, is_reasoning: true },
    },
  )
  const client = app.withKey(private_key)
  const path = `/api/private/employee/${teammate.id}/messages`
  return {
    vendor,
    organization,
    ask: (more: object = {}) => client.post(path, { message: 'Hello', channel: 'api', ...more }),
    [Symbol.asyncDispose]: () => vendor.close(),
  }
}

const refused = { fault: 'status', status: 400, message: `The key ${KEY} may not do this` } as const
const usage = { input_tokens: 100, output_tokens: 10, cached_input_tokens: 40 }

test('in debug mode every call to a model is logged, also one that failed, without keys and files', async () => {
  await using given = await ready(true)
  given.vendor.reply(refused, { text: 'Answered.', usage, delay_ms: 20 })
  const { body } = await given.ask({ attachments: [image] })
  const [step] = await stepsOf(app, body.data.runId)
  const { debug } = step?.payload.additional_data ?? {}
  expect(debug).toHaveLength(2)
  expect(debug[0]).toMatchObject({
    provider: 'custom',
    key_type: 'organization',
    reasoning: 'low',
    first_part_ms: null,
    usage: null,
    failure: { kind: 'rejected', status: 400, message: expect.stringContaining('refused the request (400)') },
  })
  expect(debug[1]).toMatchObject({ model: fallback.model, usage, failure: null })
  expect(debug[1].first_part_ms).toBeGreaterThanOrEqual(15)
  expect(debug[1].duration_ms).toBeGreaterThanOrEqual(debug[1].first_part_ms)
  for (const { system, tools, started_at } of debug) {
    expect(system).toContain('Be brief.')
    expect(tools).toMatchObject([{ name: 'http_request', input_schema: { type: 'object' } }])
    expect(new Date(started_at).toISOString()).toBe(started_at)
  }

  const kept = JSON.stringify(await stepsOf(app, body.data.runId))
  for (const secret of [KEY, PIXEL, LONG]) expect(kept).not.toContain(secret)
})

test('debug mode changes nothing but the log', async () => {
  const asked = []
  for (const is_debug_mode of [false, true]) {
    await using given = await ready(is_debug_mode)
    given.vendor.reply(refused, { text: 'Answered.', usage })
    const { status, body } = await given.ask()
    const { status: ended, usd_cost, costs, input_tokens } = await runOf(app, body.data.runId)
    const [step] = await stepsOf(app, body.data.runId)
    const { debug, ...rest } = step?.payload.additional_data ?? {}
    expect(debug === undefined).toBe(!is_debug_mode)
    const sent = given.vendor.requests.map(({ body: { model: _, ...request } }) => request)
    const logged = { keys: Object.keys(rest), step: [step?.status, step?.fallback_used] }
    asked.push({ status, text: body.data.message, ended, usd_cost, costs: costs.length, input_tokens, sent, logged })
  }
  expect(asked[1]).toEqual(asked[0])
})

test('what counts is the mode in which the run began', async () => {
  for (const is_debug_mode of [false, true]) {
    await using given = await ready(is_debug_mode)
    given.vendor.reply({ fault: 'hang' }, { text: 'After all.' })
    const { body } = await given.ask({ is_async: true })
    await expect.poll(() => given.vendor.requests.length).toBe(1)
    await app.ctx.db
      .update(organizations)
      .set({ is_debug_mode: !is_debug_mode })
      .where(eq(organizations.id, given.organization.id))
    await app.ctx.db
      .update(runLeases)
      .set({ holder: newId(), expires_at: new Date(0) })
      .where(eq(runLeases.run_id, body.data.runId))
    await app.ctx.emit(continueDetachedRun, { run_id: body.data.runId })
    // The sweep may have been faster, and continues with it yet.
    await expect.poll(async () => (await runOf(app, body.data.runId)).status).toBe('completed')
    const [step] = await stepsOf(app, body.data.runId)
    expect(step).toMatchObject({ status: 'completed' })
    expect(step?.payload.additional_data.debug !== undefined).toBe(is_debug_mode)
  }
})
