import { expect, test } from 'vitest'
import { fillCannedReply } from './fill-canned-reply.ts'

const known = { 'contact.first_name': 'Maya', 'operator.name': 'Alex' }
const unknown = { 'contact.first_name': null, 'operator.name': ' ' }

test('placeholders are filled in, however they are spaced', () => {
  expect(fillCannedReply('Hello, {{contact.first_name}}! {{ operator.name }} here.', known)).toBe(
    'Hello, Maya! Alex here.',
  )
  expect(fillCannedReply('{{SHOP}} and {{toString}} and {{x', known)).toBe('{{SHOP}} and {{toString}} and {{x')
})

test('a name that holds a placeholder is not filled in again', () => {
  const sly = { ...known, 'contact.first_name': '{{operator.name}} $&' }
  expect(fillCannedReply('Hi {{contact.first_name}}', sly)).toBe('Hi {{operator.name}} $&')
})

test('a name that is not known leaves a sentence that reads well', () => {
  const of = (text: string) => fillCannedReply(text, unknown)
  expect(of('Hello, {{contact.first_name}}!')).toBe('Hello!')
  expect(of('Hi {{contact.first_name}}, how are you?')).toBe('Hi, how are you?')
  expect(of('{{contact.first_name}}, thank you!')).toBe('Thank you!')
  expect(of('Здравствуйте, {{contact.first_name}}!\n{{operator.name}}')).toBe('Здравствуйте!\n')
  expect(
    fillCannedReply('{{contact.first_name}}, {{operator.name}} here.', { ...unknown, 'operator.name': 'Alex' }),
  ).toBe('Alex here.')
})
