import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { embedderOf } from './embedder.ts'

const app = await testApp()

test('passages are compared with the question one at a time, and others have their turns in between', async () => {
  const { selectRelevant } = embedderOf(app.ctx)
  const text = 'a衞กあ각'.repeat(200)
  const passages = Array.from({ length: 60 }, (_, n) => ({ text, similarity: 1 - n / 50 }))
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const relevant = await selectRelevant('衞', passages)
  clearImmediate(next)
  expect(relevant, 'those of at least 0.4 of the nearest').toHaveLength(31)
  expect(turns).toBeGreaterThan(0)
})
