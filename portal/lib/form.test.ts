import { expect, test } from 'vitest'
import { changesOf, unsent } from './form.ts'

type Saved = { name: string; model: string | null; tools: string[] }
const saved: Saved = { name: 'Robin', model: null, tools: ['http_request'] }

test('only what differs from what is saved is sent', () => {
  expect(changesOf(saved, { name: 'Robin', model: '4' })).toEqual({ model: '4' })
})

test('an edit back to what is saved is no edit', () => {
  expect(changesOf(saved, { name: 'Robin', model: null, tools: ['http_request'] })).toEqual({})
})

test('emptying a field is an edit', () => {
  expect(changesOf<Saved>({ ...saved, model: '4' }, { model: null, tools: [] })).toEqual({ model: null, tools: [] })
})

test('what was typed while saving stays an edit', () => {
  const typed: Partial<Saved> = { name: 'Robin Hood', model: '4' }
  expect(unsent(typed, { name: 'Robin', model: '4' })).toEqual({ name: 'Robin Hood' })
})
