import { expect, test } from 'vitest'
import { type ConnectableVendor, startConnectedVendor } from '#testing/doubles/vendors/connected-vendor.ts'
import { collect, never, question } from '#testing/models/model-calls.ts'
import type { Reasoning } from '../model-language.ts'
import { streamModel } from '../stream-model.ts'

async function bodySent(provider: ConnectableVendor, reasoning: Reasoning | null, model?: string) {
  await using vendor = await startConnectedVendor(provider)
  await collect(streamModel(vendor.connection, question(model ?? vendor.model, { reasoning }), never))
  return vendor.double.requests[0]?.body ?? {}
}

const levels = ['low', 'medium', 'high'] as const

test.for(levels)('OpenAI reasons with effort %s and keeps nothing', async (level) => {
  expect(await bodySent('vendor_1', level)).toMatchObject({
    reasoning: { effort: level },
    store: false,
    include: ['reasoning.encrypted_content'],
  })
})

test('OpenAI models that the library has never heard of reason too', async () => {
  expect(await bodySent('vendor_1', 'high', 'gpt-99')).toMatchObject({
    reasoning: { effort: 'high' },
    include: ['reasoning.encrypted_content'],
  })
  expect(await bodySent('vendor_1', 'off')).toMatchObject({ reasoning: { effort: 'none' } })
})

test('OpenRouter is told the effort, or to leave reasoning off, and to count', async () => {
  for (const level of levels) {
    expect(await bodySent('vendor_2', level)).toMatchObject({ reasoning: { enabled: true, effort: level } })
  }
  expect(await bodySent('vendor_2', 'off')).toMatchObject({ reasoning: { enabled: false }, usage: { include: true } })
})

test('Gemini thinks by level or by budget, whichever the model knows', async () => {
  for (const level of ['low', 'high'] as const) {
    expect(await bodySent('vendor_3', level)).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: level, includeThoughts: true } },
    })
  }
  expect(await bodySent('vendor_3', 'high', 'gemini-2.5-flash')).toMatchObject({
    generationConfig: { thinkingConfig: { thinkingBudget: expect.any(Number), includeThoughts: true } },
  })
  expect(await bodySent('vendor_3', 'off', 'gemini-2.5-flash')).toMatchObject({
    generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
  })
})

test.for([
  ['low', 2048],
  ['medium', 8192],
  ['high', 16_384],
] as const)('Anthropic thinks at %s within %d tokens, and has room to answer', async ([level, budget]) => {
  const body = await bodySent('vendor_4', level)
  expect(body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: budget } })
  expect(body.max_tokens).toBeGreaterThan(budget)
})

test('Anthropic models that think as they see fit get an effort instead of a budget', async () => {
  expect(await bodySent('vendor_4', 'medium', 'claude-opus-4-7')).toMatchObject({
    thinking: { type: 'adaptive' },
    output_config: { effort: 'medium' },
  })
})

test('xAI is told the effort and keeps nothing', async () => {
  for (const level of levels) {
    expect(await bodySent('vendor_5', level)).toMatchObject({ reasoning: { effort: level }, store: false })
  }
})

test('a custom server is told the effort', async () => {
  for (const level of levels) expect(await bodySent('custom', level)).toMatchObject({ reasoning_effort: level })
  expect(await bodySent('custom', 'off')).toMatchObject({ reasoning_effort: 'none' })
})

test.for(['vendor_1', 'vendor_2', 'vendor_3', 'vendor_4', 'vendor_5', 'custom'] as const)(
  '%s is sent nothing of reasoning when the model does not reason',
  async (provider) => {
    const sent = JSON.stringify(await bodySent(provider, null))
    expect(sent).not.toMatch(/"(reasoning|thinking|thinkingConfig|reasoning_effort)":/)
  },
)
