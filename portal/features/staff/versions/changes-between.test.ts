import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'

test('only what people set is compared, in the order of the page', () => {
  const before = { name: 'Robin', role: 'Support', tools: ['a'], updated_at: '2026-01-01', model: null }
  const after = { name: 'Robin', role: 'Sales', tools: ['a', 'b'], updated_at: '2026-01-02', model: '4' }
  expect(changesBetween(before, after)).toEqual([
    { field: 'role', before: 'Support', after: 'Sales' },
    { field: 'model', before: null, after: '4' },
    { field: 'tools', before: ['a'], after: ['a', 'b'] },
  ])
})

test('a field that one of the versions does not know is no change', () => {
  expect(changesBetween({ name: 'Robin' }, { name: 'Robin', reasoning: 'off' })).toEqual([])
})
