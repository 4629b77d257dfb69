import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, runOf, stepsOf } from '#testing/chats/private-chat.ts'

const app = await ownTestApp({ env: { COMPACT_AT_TOKENS: '1000' } })

const PRICES = { input_cost: 10, output_cost: 100 }
const ready = (is_auto_compacting_enabled: boolean) =>
  givenPrivateChat(app, { organization: { is_auto_compacting_enabled }, values: { model_values: PRICES } })
type Given = Awaited<ReturnType<typeof ready>>

const isSummary = (body: object) => JSON.stringify(body).includes('Write only the summary')
const long = (n: number) => `Message ${n}. ${'word '.repeat(100)}`

/** Five questions with their answers, each about 170 tokens. */
async function talk(given: Given) {
  given.vendor.reply(({ body }) => ({ text: isSummary(body) ? 'THE SUMMARY' : 'ok' }))
  for (let n = 0; n < 5; n++) await given.save(long(n))
}

test('a long conversation is summarized once for a call: the older part as a summary, the newer word for word', async () => {
  await using given = await ready(true)
  await talk(given)
  const before = given.vendor.requests.length
  const { body } = await given.save(long(5))
  const [summary, answer, ...more] = given.vendor.requests.slice(before)
  expect(more).toEqual([])
  expect(isSummary(summary?.body ?? {})).toBe(true)
  expect(JSON.stringify(summary?.body)).toContain('Message 0')
  expect(summary?.body.tools).toBeUndefined()

  const sent = JSON.stringify(answer?.body.messages)
  expect(sent).toContain('THE SUMMARY')
  expect(sent).not.toContain('Message 0')
  expect(sent).toContain('Message 4')
  expect(sent).toContain('Message 5')
  expect(body.data.message).toBe('ok')

  const [step] = await stepsOf(app, body.data.runId)
  const flags = step?.payload.additional_data.steps.map((call: { is_compaction: boolean }) => call.is_compaction)
  expect(flags).toEqual([true, false])
})

test('the summary is billed like any other call and is not part of the answer', async () => {
  await using given = await ready(true)
  await talk(given)
  given.vendor.reply(({ body }) =>
    isSummary(body)
      ? { text: 'THE SUMMARY', usage: { input_tokens: 1000, output_tokens: 100 } }
      : { text: 'ok', usage: { input_tokens: 10, output_tokens: 1 } },
  )
  const { body } = await given.save(long(5))
  const run = await runOf(app, body.data.runId)
  expect(run).toMatchObject({ input_tokens: 1010, output_tokens: 101 })
  expect(run.usd_cost).toBeCloseTo((1010 * PRICES.input_cost + 101 * PRICES.output_cost) / 1_000_000, 8)
  expect(body.data.message).not.toContain('SUMMARY')
  const [step] = await stepsOf(app, body.data.runId)
  expect(step?.payload.output).toBe('ok')
})

test('where compacting is off the model is given everything', async () => {
  await using given = await ready(false)
  await talk(given)
  await given.save(long(5))
  expect(given.vendor.requests).toHaveLength(6)
  expect(JSON.stringify(given.sent())).toContain('Message 0')
})

test('one long message alone is not summarized away', async () => {
  await using given = await ready(true)
  await given.save('word '.repeat(2000))
  expect(given.vendor.requests).toHaveLength(1)
})
