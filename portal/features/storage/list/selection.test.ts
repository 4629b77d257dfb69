import { expect, test } from 'vitest'
import { findByLetters, nothing, prune, select, step } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const marked = (selection: { marked: ReadonlySet<string> }) => [...selection.marked].sort()

test('a click selects one, with control one more or less, with shift all from the last click on', () => {
  const one = select(order, nothing, 'b', {})
  expect(marked(one)).toEqual(['b'])
  const range = select(order, one, 'd', { range: true })
  expect(marked(range)).toEqual(['b', 'c', 'd'])
  expect(marked(select(order, range, 'a', { range: true }))).toEqual(['a', 'b'])
  const more = select(order, range, 'e', { toggle: true })
  expect(marked(more)).toEqual(['b', 'c', 'd', 'e'])
  expect(marked(select(order, more, 'c', { toggle: true }))).toEqual(['b', 'd', 'e'])
  expect(marked(select(order, more, 'a', {}))).toEqual(['a'])
})

test('a step stays within the list and begins at an end', () => {
  expect(step(order, null, 1)).toBe('a')
  expect(step(order, null, -1)).toBe('e')
  expect(step(order, null, -5)).toBe('a')
  expect(step(order, null, 5)).toBe('e')
  expect(step(order, 'd', 10)).toBe('e')
  expect(step(order, 'b', -10)).toBe('a')
  expect(step([], 'b', 1)).toBeUndefined()
})

test('what leaves the list leaves the selection, and the keyboard continues where it stood', () => {
  const selection = select(order, select(order, nothing, 'b', {}), 'd', { range: true })
  expect(prune(order, order, selection)).toBe(selection)
  const rest = prune(order, ['a', 'b', 'e'], selection)
  expect([marked(rest), rest.active]).toEqual([['b'], 'e'])
  expect(prune(order, [], selection)).toEqual({ marked: new Set(), active: null, anchor: null })
})

test('letters lead to the next name that begins with them', () => {
  const names = ['apple', 'banana', 'Blue', 'cherry'].map((name) => ({ path: name, name }))
  expect(findByLetters(names, null, 'b')?.path).toBe('banana')
  expect(findByLetters(names, 'banana', 'b')?.path).toBe('Blue')
  expect(findByLetters(names, 'Blue', 'b')?.path).toBe('banana')
  expect(findByLetters(names, 'banana', 'bl')?.path).toBe('Blue')
  expect(findByLetters(names, 'banana', 'x')).toBeUndefined()
})
