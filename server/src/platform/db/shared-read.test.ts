import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { defineSharedRead } from './shared-read.ts'

/** A read whose rows are what is true when it begins, and which ends when it is told to. */
function given() {
  const state = { now: 'before' }
  const open: { values: Record<string, unknown>; end: (error?: Error) => void }[] = []
  const read = defineSharedRead(() => ({
    execute(values) {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      const rows = [state.now]
      open.push({ values, end: (error) => (error ? reject(error) : resolve(rows)) })
      return promise
    },
  }))
  const db = {} as Db
  return { state, open, read: (id: string, on: Db = db) => read(on, { id }) }
}

test('whoever asks while a read is under way shares the next with others, and is told nothing older than the question', async () => {
  const { state, open, read } = given()
  const first = read('a')
  const waiting = Array.from({ length: 50 }, () => read('a'))
  state.now = 'after'
  expect(open).toHaveLength(1)
  open[0]?.end()
  expect(await first).toEqual(['before'])
  await expect.poll(() => open.length).toBe(2)
  open[1]?.end()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ['after']))

  const later = read('a')
  expect(open).toHaveLength(3)
  open[2]?.end()
  expect(await later).toEqual(['after'])
})

test('other values, and another transaction, are read for themselves', async () => {
  const { open, read } = given()
  const answers = [read('a'), read('b'), read('a', {} as Db)]
  expect(open.map(({ values }) => values.id)).toEqual(['a', 'b', 'a'])
  for (const { end } of open) end()
  expect(await Promise.all(answers)).toHaveLength(3)
})

test('a read that fails does so for those who share it, and those after it are answered', async () => {
  const { open, read } = given()
  const first = read('a').catch(String)
  const second = read('a')
  open[0]?.end(new Error('The connection was lost'))
  expect(await first).toBe('Error: The connection was lost')
  await expect.poll(() => open.length).toBe(2)
  open[1]?.end()
  expect(await second).toEqual(['before'])
})
