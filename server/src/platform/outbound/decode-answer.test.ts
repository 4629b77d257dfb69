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

test.each(['euc-kr', 'shift_jis', 'gb18030'])(
  'what is no text of %s is read to its end without looking at each malformed byte',
  async (charset) => {
    const headers = new Headers({ 'content-type': `text/plain; charset=${charset}` })
    const malformed = await decodeAnswer({ headers }, Buffer.alloc(1_000_000, 0xff))
    expect(malformed.startsWith('\ufffd'.repeat(1000))).toBe(true)
    expect(malformed.endsWith('\xff'.repeat(900_000))).toBe(true)
  },
)

test('a text with some malformed letters stays in its encoding', async () => {
  const headers = new Headers({ 'content-type': 'text/plain; charset=euc-kr' })
  const bytes = Buffer.concat([Buffer.alloc(100, 0xff), Buffer.alloc(100_000, Buffer.from([0xb0, 0xa1]))])
  expect(await decodeAnswer({ headers }, bytes)).toBe('\ufffd'.repeat(100) + '가'.repeat(50_000))
})
