import { afterAll, expect, test } from 'vitest'
import { platformSettings } from '#features/catalog/table.ts'
import { startTestApp } from '#testing/app.ts'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { startSteps } from '#testing/runs/started-flow.ts'

const platform = await startCustomDouble(null)
const app = await startTestApp({ env: { CUSTOM_BASE_URL: platform.base_url } })
afterAll(async () => {
  await app.close()
  await platform.close()
})

const model = await app.given.model({ provider: 'custom', name: 'Chosen' })
const fallback = await app.given.model({ provider: 'custom', name: 'Fallback' })
await app.ctx.db
  .insert(platformSettings)
  .values({ id: 1, fallback_model_1: fallback.id })
  .onConflictDoUpdate({ target: platformSettings.id, set: { fallback_model_1: fallback.id, fallback_model_2: null } })

const refused = { fault: 'status', status: 400 } as const
const usage = { input_tokens: 100, output_tokens: 10, cached_input_tokens: 40 }

/** The one step of a workflow that asks a model, as the owner reads it in the logs. */
async function modelStep(is_debug_mode: boolean) {
  const { organization, owner } = await app.given.organization({ is_debug_mode, available_tokens: 1000 })
  const steps = { ask: { type: 'model', model: String(model.id), instructions: 'Be brief.', prompt: 'Hello' } }
  const { id } = await startSteps(app, steps, { organization })
  const { body } = await (await app.as(owner)).get(`/api/organizations/${organization.id}/workflows/runs/${id}`)
  expect(body.steps).toHaveLength(1)
  return body.steps[0]
}

test('the log of a run shows what debug mode has kept of an answer, and nothing of it where that was off', async () => {
  for (const is_debug_mode of [true, false]) {
    await using given = await givenPrivateChat(app, { organization: { is_debug_mode } })
    given.vendor.reply({ text: 'Answered.', usage })
    const { body } = await given.save('Hello')
    const owner = await app.as(given.owner)
    const run = await owner.get(`/api/organizations/${given.organization.id}/workflows/runs/${body.data.runId}`)
    const { debug } = run.body.steps[0].additional_data
    if (is_debug_mode)
      expect(debug).toMatchObject([{ provider: 'custom', key_type: 'organization', usage, failure: null }])
    else expect(debug).toBeUndefined()
  }
})

test('in debug mode a model step keeps each of its calls, also one that failed', async () => {
  platform.reply(refused, { text: 'Answered.', usage })
  const { status, fallback_used, additional_data } = await modelStep(true)
  expect({ status, fallback_used }).toEqual({ status: 'completed', fallback_used: true })
  expect(additional_data.steps).toHaveLength(2)
  expect(additional_data.debug).toMatchObject([
    {
      model: model.model,
      key_type: 'platform',
      system: 'Be brief.',
      tools: [],
      failure: { kind: 'rejected', status: 400 },
    },
    { model: fallback.model, usage, failure: null },
  ])
})

test('in debug mode a model step that failed shows why each model did', async () => {
  platform.reply(refused, refused)
  const { status, additional_data } = await modelStep(true)
  expect(status).toBe('failed')
  expect(additional_data.debug.map(({ failure }: { failure: { status: number } }) => failure.status)).toEqual([
    400, 400,
  ])
})

test('without debug mode a model step keeps which models were asked', async () => {
  platform.reply(refused, { text: 'Answered.', usage })
  const { additional_data } = await modelStep(false)
  expect(additional_data.steps).toMatchObject([
    { model: model.model, error: expect.stringContaining('refused'), input_tokens: 0 },
    { model: fallback.model, ...usage },
  ])
  expect(additional_data).not.toHaveProperty('debug')
})
