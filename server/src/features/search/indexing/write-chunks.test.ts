import { expect, test } from 'vitest'
import { searchTextOf } from './extract/search-text.ts'
import { batchesOf } from './write-chunks.ts'

/** One letter that is eighteen where it is folded. */
const LIGATURE = 'ﷺ'
const MAX_STATEMENT_CHARACTERS = 300_000

const chunksOf = (texts: readonly string[]) =>
  texts.map((text, at) => ({ part: null, part_name: null, numbers: [at], overlap: 0, text }))

test('however long texts are when they are folded, a statement is short, and none is left out', () => {
  const texts = [...Array(120).fill('word'), ...Array(120).fill(LIGATURE.repeat(1000)), LIGATURE.repeat(30_000), 'last']
  const chunks = chunksOf(texts)
  const searchable = texts.map(searchTextOf)
  let next = 0
  for (const { from, to } of batchesOf(chunks, searchable)) {
    expect(from).toBe(next)
    next = to
    const isAlone = to - from === 1
    const written = JSON.stringify([chunks.slice(from, to), searchable.slice(from, to)])
    expect(isAlone || written.length < MAX_STATEMENT_CHARACTERS).toBe(true)
    expect(to - from).toBeLessThanOrEqual(50)
  }
  expect(next).toBe(texts.length)
  expect([...batchesOf([], [])]).toEqual([])
})
