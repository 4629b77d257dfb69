import { expect, test } from 'vitest'
import type { AiModel } from '#contracts/catalog.ts'
import { cachedInputCost, canSpeak, inGroups, isChatModel, resolveAuto } from './model-rules.ts'

const model = (id: string, changes: Partial<AiModel> = {}): AiModel => ({
  id,
  name: id,
  model: id,
  provider: 'vendor_1',
  is_multimodal: false,
  is_realtime: false,
  is_tts: false,
  is_stt: false,
  is_reasoning: false,
  input_cost: null,
  output_cost: null,
  cached_input_cost: null,
  voices: [],
  ...changes,
})

test('models are in the order of the vendors, by name within one', () => {
  const listed = [
    model('z', { provider: 'custom' }),
    model('b', { provider: 'vendor_4' }),
    model('a', { provider: 'vendor_4' }),
    model('c', { provider: 'vendor_1' }),
  ]
  expect(inGroups(listed).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'z'])
})

test.each(['is_realtime', 'is_tts', 'is_stt'] as const)('a model with %s cannot chat', (capability) => {
  expect(isChatModel(model('1', { [capability]: true }))).toBe(false)
})

test('a realtime model speaks as well', () => {
  expect(canSpeak(model('1', { is_realtime: true }))).toBe(true)
  expect(canSpeak(model('1', { is_stt: true }))).toBe(false)
})

test('an empty cached-input price is the input price, and a price of nothing is a price', () => {
  expect(cachedInputCost(model('1', { input_cost: 2 }))).toBe(2)
  expect(cachedInputCost(model('1', { input_cost: 2, cached_input_cost: 0 }))).toBe(0)
})

test('Auto is the first of the defaults that is still listed and can chat', () => {
  const models = [model('1', { is_tts: true }), model('2'), model('3')]
  expect(resolveAuto(models, [null, '1', 'gone', '3', '2'])?.id).toBe('3')
  expect(resolveAuto(models, [null, undefined])).toBeNull()
})
