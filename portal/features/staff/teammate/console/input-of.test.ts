import { expect, test } from 'vitest'
import { fieldsOf, inputOf, typedOf } from './input-of.ts'

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', maxLength: 500, description: 'Where' },
    text: { type: 'string' },
    count: { type: 'integer', default: 3 },
    deep: { type: 'boolean' },
    order: { type: 'string', enum: ['name', 'date'] },
    more: { type: 'object' },
    unknown: true,
  },
  required: ['path', 'count'],
}
const fields = fieldsOf(schema) ?? []

test('a schema of an object becomes a form, any other one does not', () => {
  expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['path', 'text', true],
    ['text', 'long', false],
    ['count', 'number', false],
    ['deep', 'boolean', false],
    ['order', 'choice', false],
    ['more', 'json', false],
    ['unknown', 'json', false],
  ])
  expect(fieldsOf({ type: 'object' })).toBeNull()
  expect(fieldsOf({ properties: [] })).toBeNull()
})

test('what is typed is sent as what the schema wants, and what is left empty is not sent', () => {
  const typed = { path: ' a ', text: '', count: '7', deep: 'false', more: '{"a":[1]}' }
  expect(inputOf(fields, typed)).toEqual({ input: { path: ' a ', count: 7, deep: false, more: { a: [1] } }, wrong: {} })
})

test('what cannot be sent is named with what is wrong with it', () => {
  expect(inputOf(fields, { path: ' ', count: 'seven', more: '{' })).toEqual({
    input: {},
    wrong: { path: 'missing', count: 'notNumber', more: 'notJson' },
  })
})

test('an input goes from the form to JSON and back', () => {
  const input = { path: 'a', count: 7, deep: true, more: 'text' }
  expect(inputOf(fields, typedOf(fields, input)).input).toEqual(input)
})
