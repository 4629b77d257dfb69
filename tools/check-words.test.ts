import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkWords, lowerLimits } from './check-words.ts'
import { plant } from './layers/fixture-tree.ts'

const words = (most: number) =>
  JSON.stringify({ breathe: { pattern: '\\bbreathe\\b', use: '`yieldToEventLoop`', most } })
const CODE = 'await breathe() // breathe\nexport const unbreathed = 1\n'

test('a coined word that comes back is found with its place, and the plain one is named', () => {
  const root = plant({ 'tools/words.json': words(0), 'server/src/platform/pause.ts': CODE })
  expect(checkWords(root)).toEqual([
    {
      word: 'breathe',
      sentence: '“breathe” occurs 2 times, at most 0 are allowed: write `yieldToEventLoop`.',
      places: ['server/src/platform/pause.ts:1', 'server/src/platform/pause.ts:1'],
    },
  ])
})

test('a word that is still in use may not be used more often', () => {
  const tree = { 'server/src/platform/pause.ts': CODE }
  expect(checkWords(plant({ ...tree, 'tools/words.json': words(2) }))).toEqual([])
  expect(checkWords(plant({ ...tree, 'tools/words.json': words(1) }))).toMatchObject([{ word: 'breathe' }])
})

test('a limit that is too high is refused, and lowered on demand', () => {
  const root = plant({ 'tools/words.json': words(3), 'server/src/platform/pause.ts': CODE })
  expect(checkWords(root)).toMatchObject([
    { sentence: '“breathe” occurs 2 times, its limit is 3: run npm run docs, which lowers it.' },
  ])
  lowerLimits(root)
  expect(checkWords(root)).toEqual([])
  expect(JSON.parse(readFileSync(`${root}/tools/words.json`, 'utf8')).breathe.most).toBe(2)
})

test('the words of this repository are within their limits', () => {
  expect(checkWords(new URL('..', import.meta.url).pathname)).toEqual([])
})
