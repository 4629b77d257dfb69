import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('whatever has no long whole number is read as ever', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, name) => {
      const text = JSON.stringify(
        { [`${name}12345678901234567890`]: value, text: `${name}"12345678901234567890` },
        null,
        1,
      )
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test.each([
  ['[12345678901234567890 , -12345678901234567890]', ['12345678901234567890', '-12345678901234567890']],
  ['{"a\\\\": 9007199254740993}', { 'a\\': '9007199254740993' }],
  ['[1764460800000000000, 9007199254740991]', [1764460800000000000, 9007199254740991]],
  [
    '[0.12345678901234567890, 12345678901234567890.5, 1e-12345678901234567]',
    [0.12345678901234568, 12345678901234567000, 0],
  ],
  ['[1e400, -2.5E+999 ,1e-400, 0.5e100, 1e308]', ['1e400', '-2.5E+999', 0, 5e99, 1e308]],
  ['1e400', '1e400'],
  ['{"1e400": "1e400", "a": "4e400, "}', { '1e400': '1e400', a: '4e400, ' }],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test.each([
  '{12345678901234567890: 1}',
  '[01234567890123456789]',
  '["12345678901234567890]',
  '[01e400]',
  '{1e400: 1}',
  '[1e400.5]',
  '[12345678901234567890',
])('%s is no JSON', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})
