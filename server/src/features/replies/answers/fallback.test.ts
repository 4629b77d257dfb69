import { afterAll, expect, test } from 'vitest'
import { platformSettings } from '#features/catalog/table.ts'
import { startTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { givenPrivateChat, messageOf, runOf, runsOf, stepsOf } from '#testing/chats/private-chat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import type { Fault, Script } from '#testing/doubles/vendors/vendor-double.ts'

const platform = await startCustomDouble(null)
const app = await startTestApp({
  env: { MODEL_CALL_TIMEOUT: '6', CUSTOM_BASE_URL: platform.base_url, VENDOR_1_API_KEY: 'sk-platform' },
})
afterAll(async () => {
  await app.close()
  await platform.close()
})

const models = {
  first: await app.given.model({ provider: 'custom', name: 'Fallback one' }),
  second: await app.given.model({ provider: 'custom', name: 'Fallback two' }),
}
await app.ctx.db
  .insert(platformSettings)
  .values({ id: 1, fallback_model_1: models.first.id, fallback_model_2: models.second.id })
  .onConflictDoUpdate({
    target: platformSettings.id,
    set: { fallback_model_1: models.first.id, fallback_model_2: models.second.id },
  })

/** A teammate whose own model and fallbacks answer by the given scripts. */
async function ready(scripts: { own: Script; first?: Script; second?: Script }) {
  const given = await givenPrivateChat(app, { values: { model_values: { name: 'Own model' } } })
  given.vendor.reply(({ body }) => {
    if (body.model === models.first.model) return scripts.first ?? { text: 'Never asked.' }
    if (body.model === models.second.model) return scripts.second ?? { text: 'Never asked.' }
    return scripts.own
  })
  return { ...given, asked: () => given.vendor.requests.map(({ body }) => body.model) }
}

const faults: Record<string, Fault> = {
  'too many requests': { fault: 'status', status: 429, retry_after: 60 },
  'a server error': { fault: 'status', status: 500 },
  'an unknown model': { fault: 'status', status: 404 },
  'no answer at all': { fault: 'drop' },
  garbage: { fault: 'garbage' },
  'garbage midway': { fault: 'garbage_midway', chunks: ['half an ', 'answer'] },
  'an error midway': { fault: 'error_midway', chunks: ['half an ', 'answer'] },
  'a line that goes dead midway': { fault: 'drop_midway', chunks: ['half an ', 'answer'] },
  'an answer without an end': { fault: 'no_finish', chunks: ['half an ', 'answer'] },
  'silence from the start': { fault: 'hang' },
  'silence midway': { fault: 'hang_midway', chunks: ['half an ', 'answer'] },
}

test.each(Object.entries(faults))(
  '%s: the fallback answers, and nothing of the failed model is in its answer',
  async (_, fault) => {
    await using given = await ready({ own: fault, first: { text: 'From the fallback.' } })
    const { status, body } = await given.save('Hello')
    expect(status).toBe(200)
    expect(body.data.message).toBe('From the fallback.')
    expect(given.asked()).toEqual([expect.any(String), models.first.model])

    const [step] = await stepsOf(app, body.data.runId)
    expect(step).toMatchObject({ fallback_used: true, status: 'completed', model: models.first.model })
    expect(step?.last_error).toMatch(/^Own model: .+/)
    expect(await messageOf(app, body.data.assistantMessageId)).toMatchObject({
      status: 'completed',
      content: 'From the fallback.',
      stream_reasoning: null,
    })
  },
)

test('what a failed model had thought is not kept as the thoughts of the one that answered', async () => {
  const own: Fault = { fault: 'drop_midway', reasoning: 'Wrong thoughts.', chunks: ['half', 'an', 'answer'] }
  await using given = await ready({ own, first: { text: 'Right.', reasoning: 'Right thoughts.' } })
  const { body } = await given.save('Hello')
  expect((await messageOf(app, body.data.assistantMessageId)).stream_reasoning).toBe('Right thoughts.')
})

test('the order is the own model, fallback one, fallback two', async () => {
  const down: Fault = { fault: 'status', status: 503 }
  await using given = await ready({ own: down, first: down, second: { text: 'The last one.' } })
  const { body } = await given.ask('Hello')
  expect(body.data.message).toBe('The last one.')
  expect(given.asked().slice(1)).toEqual([models.first.model, models.second.model])
  const [step] = await stepsOf(app, body.data.runId)
  expect(step?.last_error).toMatch(/^Fallback one: /)
})

test('a fallback is not used where the own model answers', async () => {
  await using given = await ready({ own: { text: 'Mine.' } })
  const { body } = await given.ask('Hello')
  expect(given.asked()).toHaveLength(1)
  const [step] = await stepsOf(app, body.data.runId)
  expect(step).toMatchObject({ fallback_used: false, last_error: null })
})

test('an answer says which model gave it instead of which, and why', async () => {
  const {
    client,
    path,
    sendAndWait,
    vendor,
    organization,
    [Symbol.asyncDispose]: close,
  } = await givenInternalChat(app, {
    values: { model_values: { name: 'Own model' } },
  })
  await using _ = { [Symbol.asyncDispose]: close }
  const answerOf = async (at: string, id: string) =>
    (await client.get(`${at}/messages`)).body.data.find((message: { id: string }) => message.id === id)

  vendor.reply(({ body }) => (body.model === models.first.model ? { text: 'Mine.' } : { fault: 'status', status: 500 }))
  const failed = await sendAndWait('Hello')
  expect((await answerOf(path, failed.assistant_message_id)).model_fallback).toEqual({
    model: 'Fallback one',
    instead_of: 'Own model',
    reason: 'unavailable',
  })
  const event = await app.events.next('message_done', ({ payload }) => payload.id === failed.assistant_message_id)
  expect(event.payload).toMatchObject({ model_fallback: { model: 'Fallback one' } })

  vendor.reply(() => ({ text: 'Mine again.' }))
  const own = await sendAndWait('And now?')
  expect(await answerOf(path, own.assistant_message_id)).not.toHaveProperty('model_fallback')

  const locked = await app.given.model({ provider: 'vendor_4', name: 'Locked model' })
  const teammate = await app.given.teammate(organization, { model: locked.id })
  const place = path.replace(/[^/]+$/, teammate.id)
  const { body } = await client.post(`${place}/messages`, { message: 'Hello' })
  await expect
    .poll(async () => (await answerOf(place, body.assistant_message_id)).model_fallback)
    .toEqual({ model: 'Fallback one', instead_of: 'Locked model', reason: 'not_connected' })

  const auto = await app.given.teammate(organization, { model: null })
  const free = path.replace(/[^/]+$/, auto.id)
  const asked = await client.post(`${free}/messages`, { message: 'Hello' })
  await expect.poll(async () => (await answerOf(free, asked.body.assistant_message_id)).status).toBe('completed')
  expect(await answerOf(free, asked.body.assistant_message_id)).not.toHaveProperty('model_fallback')
})

/** Every model has too many requests until it has been asked so often; then it answers. */
async function busyUntil(asked: number, retry_after: number) {
  const given = await ready({ own: { text: 'Never asked.' } })
  given.vendor.reply(() =>
    given.vendor.requests.length > asked ? { text: 'After the wait.' } : { fault: 'status', status: 429, retry_after },
  )
  return given
}

test('when all models have too many requests, the one that is free first is asked again when it says so', async () => {
  await using given = await busyUntil(3, 1)
  const began = performance.now()
  const { status, body } = await given.save('Hello')
  expect(status).toBe(200)
  expect(body.data.message).toBe('After the wait.')
  // Not before, as the vendor would count that as well.
  expect(performance.now() - began).toBeGreaterThan(900)
  expect(given.asked()).toHaveLength(4)
})

test('a model that is busy for long is not waited for, and one that stays busy is asked twice', async () => {
  await using long = await busyUntil(3, 600)
  expect(await long.save('Hello')).toMatchObject({ status: 502, body: { code: 'MODEL_FAILED' } })
  expect(long.asked()).toHaveLength(3)
  await using busy = await busyUntil(100, 0)
  expect(await busy.save('Hello')).toMatchObject({ status: 502 })
  expect(busy.asked()).toHaveLength(4)
})

test('when all models fail the caller is told so in a sentence, and the saved message is failed', async () => {
  const down: Fault = { fault: 'status', status: 500 }
  await using given = await ready({ own: down, first: { fault: 'garbage' }, second: down })
  const { status, body } = await given.save('Hello')
  expect(status).toBe(502)
  expect(body).toMatchObject({ success: false, code: 'MODEL_FAILED' })
  expect(body.error).toMatch(/^No model could answer\. Own model: .+ Fallback one: .+ Fallback two: .+/)

  const [run] = await runsOf(app, given.organization)
  if (!run) throw new Error('There is a run')
  expect(await runOf(app, run.id)).toMatchObject({ status: 'failed', error_code: 'MODEL_FAILED', error: body.error })
  expect(await messageOf(app, run.assistant_message_id)).toMatchObject({ status: 'failed', error: body.error })
  const [step] = await stepsOf(app, run.id)
  expect(step).toMatchObject({ status: 'failed', last_error: body.error })
  const shown = await given.client.get(`/api/private/workflow/run/${run.id}`)
  expect(shown.body.data).toMatchObject({ status: 'failed', result: null, error: body.error })

  given.vendor.reply(() => ({ text: 'Back again.' }))
  expect((await given.save('And now?')).body.data.message).toBe('Back again.')
})

test.each([
  { credits: 0.001, fallback_used: true, case: 'too few credits for a model' },
  { credits: 0, fallback_used: false, case: 'no credits' },
])('$case: one on the organization’s own key answers', async ({ credits, fallback_used }) => {
  await using given = await givenPrivateChat(app, { organization: { available_tokens: credits } })
  const dear = await app.given.model({ provider: 'vendor_1', output_cost: 100 })
  const teammate = await app.given.teammate(given.organization, { model: dear.id })
  given.vendor.reply({ text: 'On our own key.' })
  const path = `/api/private/employee/${teammate.id}/messages`
  const { status, body } = await given.client.post(path, { message: 'Hello', channel: 'api' })
  expect(status).toBe(200)
  expect(body.data.message).toBe('On our own key.')
  const [step] = await stepsOf(app, body.data.runId)
  expect(step).toMatchObject({ fallback_used, model: models.first.model })
})

test('usage that is no sensible number is booked as nothing and breaks nothing', async () => {
  for (const usage of [
    { input_tokens: -5, output_tokens: 1.5 },
    { input_tokens: 1e300, output_tokens: 1e18 },
    { input_tokens: 3, output_tokens: 2, cached_input_tokens: 50 },
  ]) {
    await using given = await ready({ own: { text: 'Counted.', usage } })
    const { status, body } = await given.ask('Hello')
    expect(status).toBe(200)
    const run = await runOf(app, body.data.runId)
    for (const count of [run.input_tokens, run.output_tokens, run.cached_input_tokens, run.usd_cost]) {
      expect(count).toBeGreaterThanOrEqual(0)
    }
    expect(run.cached_input_tokens).toBeLessThanOrEqual(run.input_tokens)
  }
})
