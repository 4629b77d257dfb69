import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defineBatchedWrite } from './batched-write.ts'
import type { Db } from './database.ts'

/** Writes that end when they are told to; what says "refused" is refused. */
function given() {
  const written: string[][] = []
  const open: (() => void)[] = []
  const write = defineBatchedWrite(async (_db, items: readonly string[]) => {
    await new Promise<void>((resolve) => open.push(resolve))
    if (items.includes('refused')) throw new Error('The database refuses it')
    written.push([...items])
  })
  const db = {} as Db
  const endAll = async () => {
    do {
      for (const end of open.splice(0)) end()
      // One in which an answer arrives, and one in which the next write begins.
      await nextTurn()
      await nextTurn()
    } while (open.length > 0)
  }
  return { written, write: (item: string, on: Db = db) => write(on, item), endAll }
}

test('what comes in one turn, or while others are written, goes together, and everyone is answered after theirs', async () => {
  const { written, write, endAll } = given()
  const answered: string[] = []
  const names = Array.from({ length: 60 }, (_, n) => `item ${n}`)
  const writeAll = (some: string[]) => some.map((name) => write(name).then(() => answered.push(name)))
  const all = writeAll(names.slice(0, 3))
  await nextTurn()
  all.push(...writeAll(names.slice(3, 5)))
  await nextTurn()
  all.push(...writeAll(names.slice(5)))
  expect(answered).toEqual([])
  await endAll()
  await Promise.all(all)
  expect(written.map(({ length }) => length)).toEqual([3, 2, 50, 5])
  expect(written.flat().sort()).toEqual(names.toSorted())
})

test('one that is refused fails alone', async () => {
  const { written, write, endAll } = given()
  const all = Promise.allSettled(['a', 'b', 'c', 'refused', 'd'].map((name) => write(name)))
  await endAll()
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(written.flat().sort()).toEqual(['a', 'b', 'c', 'd'])
})

test('what is written in a transaction goes with no other', async () => {
  const { written, write, endAll } = given()
  const all = [write('a'), write('b', {} as Db), write('c', {} as Db)]
  await endAll()
  await Promise.all(all)
  expect(written).toHaveLength(3)
})
