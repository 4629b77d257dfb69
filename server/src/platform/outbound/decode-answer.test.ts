import { expect, test } from 'vitest'
import { decodeAnswer } from './decode-answer.ts'

test('a long answer in another encoding is read whole, and others have their turns meanwhile', async () => {
  const headers = new Headers({ 'content-type': 'text/plain; charset=euc-kr' })
  // After one byte, letters of two: the end of a piece of any even size is within a letter.
  const bytes = Buffer.concat([Buffer.from('a'), Buffer.alloc(400_000, Buffer.from([0xb0, 0xa1]))])
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const text = await decodeAnswer({ headers }, bytes)
  clearImmediate(next)
  expect(text).toBe(`a${'가'.repeat(200_000)}`)
  expect(turns).toBeGreaterThan(0)
})
