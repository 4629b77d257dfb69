import { setImmediate as nextTurn } from 'node:timers/promises'
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

test('who asks for the same in one turn shares one read, which begins after all of them have asked', async () => {
  const { state, open, read } = given()
  const burst = Array.from({ length: 50 }, () => read('a'))
  state.now = 'after'
  await nextTurn()
  expect(open).toHaveLength(1)
  open[0]?.end()
  expect(await Promise.all(burst)).toEqual(burst.map(() => ['after']))
})

test('a caller that asks while a read is under way shares the next with others, and is told nothing older than the question', async () => {
  const { state, open, read } = given()
  const first = read('a')
  await nextTurn()
  const waiting = Array.from({ length: 50 }, () => read('a'))
  state.now = 'after'
  expect(open).toHaveLength(1)
  open[0]?.end()
  expect(await first).toEqual(['before'])
  await expect.poll(() => open.length).toBe(2)
  open[1]?.end()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ['after']))

  const later = read('a')
  await nextTurn()
  expect(open).toHaveLength(3)
  open[2]?.end()
  expect(await later).toEqual(['after'])
})

test('other values, and another transaction, are read for themselves', async () => {
  const { open, read } = given()
  const answers = [read('a'), read('b'), read('a', {} as Db)]
  await nextTurn()
  expect(open.map(({ values }) => values.id)).toEqual(['a', 'b', 'a'])
  for (const { end } of open) end()
  expect(await Promise.all(answers)).toHaveLength(3)
})

test('a read that fails does so for those who share it, and those after it are answered', async () => {
  const { open, read } = given()
  const first = read('a').catch(String)
  await nextTurn()
  const second = read('a')
  open[0]?.end(new Error('The connection was lost'))
  expect(await first).toBe('Error: The connection was lost')
  await expect.poll(() => open.length).toBe(2)
  open[1]?.end()
  expect(await second).toEqual(['before'])
})
