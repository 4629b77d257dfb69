import { expect, test } from 'vitest'
import { draftOf, modelOf, parsePrice } from './model-draft.ts'

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['1.25', 1.25],
  ['1,25', 1.25],
  ['.5', 0.5],
])('"%s" is the price %s', (text, price) => {
  expect(parsePrice(text)).toBe(price)
})

test.each(['-1', '1e3', 'free', '1.2.3', '1000000', '$1'])('"%s" is no price', (text) => {
  expect(parsePrice(text)).toBeUndefined()
})

test('a model that is opened and sent as it is has not changed', () => {
  const model = {
    provider: 'vendor_2' as const,
    model: 'a/b',
    name: 'B',
    is_multimodal: true,
    is_realtime: false,
    is_tts: false,
    is_stt: false,
    is_reasoning: true,
    input_cost: 0.00000125,
    output_cost: 10,
    cached_input_cost: null,
    voices: ['alloy'],
  }
  expect(modelOf(draftOf(model))).toEqual({ model })
})

test('every price that is none is named', () => {
  expect(modelOf({ ...draftOf(null), input_cost: 'x', cached_input_cost: '-1' })).toEqual({
    wrong: ['input_cost', 'cached_input_cost'],
  })
})
