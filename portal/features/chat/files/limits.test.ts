import { expect, test } from 'vitest'
import { acceptFiles, fileLimits } from './limits.ts'

const MB = 1024 * 1024
const file = (name: string, size = 1) => ({ name, size })
const many = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.txt`))

test('files are taken up to exactly the limits', () => {
  expect(acceptFiles([], many(fileLimits.count)).refused).toEqual([])
  expect(acceptFiles([], [file('a', 10 * MB), file('b', 10 * MB), file('c', 10 * MB)]).refused).toEqual([])
})

test('the eleventh file is refused by name, and the ten stay', () => {
  const { taken, refused } = acceptFiles(many(9), [file('tenth'), file('eleventh')])
  expect(taken).toHaveLength(10)
  expect(refused).toEqual([{ reason: 'count', name: 'eleventh' }])
})

test('a file that is too large does not keep out those beside it', () => {
  const { taken, refused } = acceptFiles([], [file('film', 10 * MB + 1), file('note')])
  expect(taken).toEqual([file('note')])
  expect(refused).toEqual([{ reason: 'each', name: 'film' }])
})

test('what would pass the total is refused, and a smaller one behind it still fits', () => {
  const attached = [file('a', 10 * MB), file('b', 10 * MB), file('c', 9 * MB)]
  const { taken, refused } = acceptFiles(attached, [file('d', 2 * MB), file('e', MB)])
  expect(refused).toEqual([{ reason: 'total', name: 'd' }])
  expect(taken.at(-1)).toEqual(file('e', MB))
})

test('an empty file, which the server would not take, is refused', () => {
  expect(acceptFiles([], [file('nothing', 0)]).refused).toEqual([{ reason: 'empty', name: 'nothing' }])
})
