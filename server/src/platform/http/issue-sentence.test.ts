import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueSentence } from './issue-sentence.ts'

const sentences = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value, { error: issueSentence }).error?.issues.map(({ message }) => message) ?? []

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'Is missing'],
  [z.string(), 5, 'Must be a text'],
  [z.boolean(), 'yes', 'Must be true or false'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.string().max(50), 'x'.repeat(51), 'At most 50 characters'],
  [z.string().max(1), 'xx', 'At most 1 character'],
  [z.string().min(1), '', 'Must not be empty'],
  [z.string().min(8), 'short', 'At least 8 characters'],
  [z.number().max(100), 101, 'At most 100'],
  [z.number().positive(), 0, 'Must be more than 0'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry'],
  [z.email(), 'nobody', 'Must be an email address'],
  [z.uuid(), '12', 'Must be an id'],
  [z.enum(['a', 'b']), 'c', 'Must be one of a, b'],
  [z.literal('a'), 'c', 'Must be a'],
  [z.strictObject({ a: z.string().optional() }), { b: 1 }, 'Not known here: b'],
  [z.string().min(1, 'A name is required'), '', 'A name is required'],
])('%#: what is wrong is reported in plain words', (schema, value, sentence) => {
  expect(sentences(schema, value)).toEqual([sentence])
})

test('what has no words of ours has those of the library', () => {
  expect(sentences(z.string().regex(/^a$/), 'b')).toEqual(['Invalid string: must match pattern /^a$/'])
})
