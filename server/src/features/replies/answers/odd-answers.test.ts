import { afterAll, expect, test } from 'vitest'
import type { RunDetail } from '#contracts/logged-runs.ts'
import { platformSettings } from '#features/catalog/table.ts'
import { givenPrivateChat, messageOf, runOf, runsOf } from '#testing/chats/private-chat.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'

const platform = await startCustomDouble(null)
afterAll(() => platform.close())
const app = await startWebchatApp({ CUSTOM_BASE_URL: platform.base_url })

const fallback = await app.given.model({ provider: 'custom', name: 'Fallback' })
const setFallback = (id: number | null) =>
  app.ctx.db
    .insert(platformSettings)
    .values({ id: 1, fallback_model_1: id })
    .onConflictDoUpdate({ target: platformSettings.id, set: { fallback_model_1: id, fallback_model_2: null } })
await setFallback(fallback.id)

const PRICES = { input_cost: 3, output_cost: 100, cached_input_cost: null }
const ready = (values: object = {}) =>
  givenPrivateChat(app, { values: { model_values: { name: 'Own', ...PRICES }, ...values } })
const EMPTY: Script = { chunks: [''] }

/** A run as its owner reads it in the logs. */
async function logOf(given: Awaited<ReturnType<typeof ready>>, run_id: string): Promise<RunDetail> {
  const owner = await app.as(given.owner)
  const { body } = await owner.get(`/api/organizations/${given.organization.id}/workflows/runs/${run_id}`)
  return body
}
const callsOf = ({ steps }: RunDetail) => steps.flatMap(({ additional_data }) => additional_data?.steps ?? [])

test('what a model thinks between tags is its reasoning: the answer, the next prompt and the log are without it', async () => {
  await using given = await ready()
  given.vendor.reply({ chunks: ['<th', 'ink>Be polite.</th', 'ink>\n\nHel', 'lo!'] }, { text: 'Again.' })
  const { body } = await given.save('Hello')
  expect(body.data.message).toBe('Hello!')
  expect(await messageOf(app, body.data.assistantMessageId)).toMatchObject({
    content: 'Hello!',
    stream_reasoning: 'Be polite.',
  })
  await given.save('And now?')
  expect(JSON.stringify(given.sent())).toContain('Hello!')
  expect(JSON.stringify(given.sent())).not.toContain('Be polite')
})

test('a visitor to whom no thinking is shown reads nothing of what a model thinks between tags', async () => {
  await using given = await givenWebchat(app, { values: { show_thinking: false } })
  const browser = given.browser()
  await browser.call('POST', '/conversations/new', {})
  const listener = await browser.listen()
  // From the second answer on it is known that this model leaves out the opening tag.
  given.vendor.reply({ text: '<think>Secret plan.</think>One' }, { chunks: ['Secret plan.', '\n</think>\n', 'Two'] })
  given.vendor.reply({ chunks: ['Secret plan of the third.', '</think>', 'Three'] })
  for (const word of ['One', 'Two', 'Three']) {
    const { answer } = await browser.sendAndWait('Hello')
    expect((await messageOf(app, answer?.id ?? null)).content).toBe(word)
  }
  const { data } = (await browser.get('/messages')).body
  expect(JSON.stringify(data)).not.toContain('Secret')
  expect(JSON.stringify(listener.received)).not.toContain('Secret plan of the third')
})

test('a model that answers with nothing is asked once more, and its answer is no fallback', async () => {
  await using given = await ready()
  given.vendor.reply(EMPTY, { text: 'Hello!' })
  const { body } = await given.save('Hello')
  expect(body.data.message).toBe('Hello!')
  expect(given.vendor.requests).toHaveLength(2)
  const log = await logOf(given, body.data.runId)
  expect(log).toMatchObject({ status: 'completed', fallback_used: false })
  expect(callsOf(log)).toMatchObject([{ error: expect.stringContaining('empty') }, { messages: [] }])
})

const empty: Record<string, Script> = {
  'nothing at all': EMPTY,
  'white space': { chunks: [' ', '\n'] },
  'nothing but reasoning': { chunks: ['<think>Hm.', '</think>', '\n'] },
  'reasoning that is cut off': { chunks: [''], reasoning: 'Hm.', finish: 'length' },
  'what the vendor withholds': { chunks: [''], finish: 'content_filter' },
}

test.for(Object.entries(empty))('where a model answers with %s, the fallback answers', async ([, script]) => {
  await using given = await ready()
  given.vendor.reply(({ body }) => (body.model === fallback.model ? { text: 'From the fallback.' } : script))
  const { body } = await given.save('Hello')
  expect(body.data.message).toBe('From the fallback.')
  expect(await messageOf(app, body.data.assistantMessageId)).toMatchObject({ stream_reasoning: null })
  const run = await logOf(given, body.data.runId)
  expect(run).toMatchObject({ status: 'completed', fallback_used: true, model: fallback.model })
  const models = callsOf(run).map(({ model, error }) => [model === fallback.model, error === undefined])
  expect(models.at(-1)).toEqual([true, true])
  expect(models.slice(0, -1).every(([isFallback, isAnswer]) => !isFallback && !isAnswer)).toBe(true)
})

test('where every model answers with nothing, the visitor reads a sentence and a person is asked for', async () => {
  await using given = await givenWebchat(app)
  given.vendor.reply(() => EMPTY)
  const browser = given.browser()
  await browser.sendAndWait('Help')
  const { data } = (await browser.get('/messages')).body
  expect(data).toContainEqual(
    expect.objectContaining({ role: 'bot', content: expect.stringContaining('can’t answer right now') }),
  )
  expect((await browser.get('/conversations')).body.data).toMatchObject([{ status: 'waiting_for_operator' }])
})

test('a program that asks is told that no model answered', async () => {
  await using given = await ready()
  given.vendor.reply(() => EMPTY)
  const { status, body } = await given.ask('Hello')
  expect({ status, code: body.code }).toEqual({ status: 502, code: 'MODEL_FAILED' })
  const [run] = await runsOf(app, given.organization)
  const calls = callsOf(await logOf(given, run?.id ?? ''))
  expect(calls.map(({ model }) => model === fallback.model)).toEqual([false, false, true, true])
  for (const { error, input_tokens } of calls) {
    expect(error).toContain('empty')
    expect(input_tokens).toBeGreaterThan(0)
  }
})

test('a model that has spoken and called a tool may end its turn without a word', async () => {
  await using given = await ready({ tools: ['create_file'] })
  given.vendor.reply(
    { text: 'Here it is.', tool_calls: [{ name: 'create_file', input: { name: 'a.txt', content: 'x' } }] },
    EMPTY,
  )
  const { body } = await given.save('Make a file')
  expect(body.data.message).toBe('Here it is.')
  expect(given.vendor.requests).toHaveLength(2)
})

test('the models that were tried are in the log of a run that failed', async () => {
  await using given = await ready()
  given.vendor.reply(() => ({ fault: 'status', status: 500 }))
  expect((await given.ask('Hello')).status).toBe(502)
  const [run] = await runsOf(app, given.organization)
  const calls = callsOf(await logOf(given, run?.id ?? ''))
  expect(calls.map(({ model, usd_cost }) => [model === fallback.model, usd_cost])).toEqual([
    [false, 0],
    [true, 0],
  ])
  expect(calls[0]?.error).toContain('not available')
})

const uncounted = { text: 'x'.repeat(300), usage: { input_tokens: 0, output_tokens: 0 } }

test('a call that its vendor does not count is paid by estimate, which the log says', async () => {
  await using given = await ready()
  given.vendor.reply(uncounted)
  const { body } = await given.save('Hello')
  const run = await runOf(app, body.data.runId)
  expect(run.output_tokens).toBe(100)
  expect(run.input_tokens).toBeGreaterThan(10)
  expect(run.usd_cost).toBeCloseTo(0.01 + (run.input_tokens * 3) / 1e6, 8)
  expect(callsOf(await logOf(given, run.id))).toMatchObject([{ is_estimated: true, output_tokens: 100 }])
})

test('a daily limit holds although the vendor counts nothing', async () => {
  await setFallback(null)
  const limit = { ai_employee_daily_cost_limit_usd: 0.05 }
  await using given = await givenPrivateChat(app, { organization: limit, values: { model_values: PRICES } })
  given.vendor.reply(() => uncounted)
  const statuses: number[] = []
  for (let asked = 0; asked < 8; asked++) statuses.push((await given.ask('Hello')).status)
  expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
  expect(statuses.at(-1)).toBe(422)
  await setFallback(fallback.id)
})
