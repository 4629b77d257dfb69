import { expect, test } from 'vitest'
import { mentionedIn, partsOf } from './mentioned-in.ts'

const people = [
  { id: 'ann', name: 'Ann' },
  { id: 'ann-lee', name: 'Ann Lee' },
  { id: 'zoe', name: 'Зоя' },
]

test('people are mentioned by their whole name behind an @', () => {
  expect(mentionedIn('@Ann, and @Зоя: look', people)).toEqual(['ann', 'zoe'])
  expect(mentionedIn('@Anna is somebody else, as is me@Ann', people)).toEqual([])
  expect(mentionedIn('@Ann @Ann', people)).toEqual(['ann'])
})

test('of names that begin alike the longest is meant', () => {
  expect(mentionedIn('@Ann Lee', people)).toEqual(['ann-lee'])
  expect(mentionedIn('@Ann Leeds', people)).toEqual(['ann'])
})

test('of people who go by one name all are meant', () => {
  expect(mentionedIn('@Ann', [...people, { id: 'other-ann', name: 'Ann' }])).toEqual(['ann', 'other-ann'])
})

test('the parts of a text are the text', () => {
  const text = 'Dear @Ann Lee,\n@@Ann @nobody @'
  const parts = partsOf(text, people)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap(({ person }) => person?.id ?? [])).toEqual(['ann-lee', 'ann'])
})
