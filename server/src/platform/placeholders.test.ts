import { expect, test } from 'vitest'
import { placeholdersIn, replacePlaceholders } from './placeholders.ts'

const values = new Map(Object.entries({ a: '1', b: '{{a}}', 'x y': '2' }))
const fill = (text: string) => replacePlaceholders(text, (name) => values.get(name))

test('names are filled wherever they occur, once, and unknown ones stay as they are written', () => {
  const filled = {
    '{{a}}': '1',
    '{{ a }}{{a}}': '11',
    '{"k":{{a}}}': '{"k":1}',
    '{{{a}}}': '{1}',
    '{{ {{a}} }}': '{{ 1 }}',
    '{{b}}': '{{a}}',
    '{{x y}}': '2',
    '{{A}} {{}} {{ }} {a} a}} {{a': '{{A}} {{}} {{ }} {a} a}} {{a',
    '{{constructor}}{{__proto__.x}}': '{{constructor}}{{__proto__.x}}',
  }
  for (const [text, expected] of Object.entries(filled)) expect(fill(text)).toBe(expected)
})

test('a text made to be slow is read as fast as any other', () => {
  for (const text of [
    '{{'.repeat(500_000),
    `${'{{ '.repeat(300_000)}}}`,
    '{{a}} '.repeat(150_000),
    '}}{{'.repeat(250_000),
  ])
    expect(fill(text).length).toBeGreaterThan(0)
  expect(placeholdersIn('{{'.repeat(500_000))).toEqual([])
})
