import { expect, test, vi } from 'vitest'
import { createFairLimit } from './fair-limit.ts'

const forever = new AbortController().signal

test('a key that asks for much leaves room for others, and keys take turns', async () => {
  const limit = createFairLimit({ total: 2, perKey: 1, waitingPerKey: 10 })
  const order: string[] = []
  const enter = async (key: string) => {
    const turn = await limit.enter(key, forever)
    order.push(key)
    return turn
  }
  const first = await enter('greedy')
  const waiting = [enter('greedy'), enter('greedy')]
  const other = await enter('modest')
  expect(order).toEqual(['greedy', 'modest'])
  const third = enter('third')
  other[Symbol.dispose]()
  const thirds = await third
  expect(order).toEqual(['greedy', 'modest', 'third'])
  first[Symbol.dispose]()
  for (const turn of waiting) (await turn)[Symbol.dispose]()
  thirds[Symbol.dispose]()
  expect(order).toEqual(['greedy', 'modest', 'third', 'greedy', 'greedy'])
})

test('two keys with much work of any length leave a place for a third one', async () => {
  const limit = createFairLimit({ total: 4, perKey: 2, waitingPerKey: 10 })
  const running: string[] = []
  const enter = async (key: string) => {
    const turn = await limit.enter(key, forever)
    running.push(key)
    return turn
  }
  const turns = ['a', 'a', 'b', 'b'].map(enter)
  await Promise.all([turns[0], turns[1], turns[2]])
  const third = await enter('c')
  expect(running).toEqual(['a', 'a', 'b', 'c'])
  third[Symbol.dispose]()
  const fourth = await enter('d')
  expect(running).toEqual(['a', 'a', 'b', 'c', 'd'])
  // The second of one key begins when the other key leaves room for it.
  fourth[Symbol.dispose]()
  ;(await turns[0])?.[Symbol.dispose]()
  await turns[3]
  expect(running).toEqual(['a', 'a', 'b', 'c', 'd', 'b'])
})

test('a key whose work takes long comes after one whose work is short, and after a newcomer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const limit = createFairLimit({ total: 1, perKey: 1, waitingPerKey: 10 })
  const order: string[] = []
  const work = async (key: string, ms: number) => {
    using _turn = await limit.enter(key, forever)
    order.push(key)
    vi.advanceTimersByTime(ms)
    // Others that wait are admitted only when this turn is over.
    await Promise.resolve()
  }
  const first = await limit.enter('first', forever)
  const all = [work('long', 3000), work('short', 10), work('long', 3000), work('short', 10), work('short', 10)]
  first[Symbol.dispose]()
  await all[0]
  await Promise.all([...all, work('newcomer', 10)])
  expect(order).toEqual(['long', 'short', 'newcomer', 'short', 'short', 'long'])
  vi.useRealTimers()
})

test('a caller who gives up while waiting leaves the place to the next, and too many waiting are refused', async () => {
  const limit = createFairLimit({ total: 1, perKey: 1, waitingPerKey: 2 })
  const first = await limit.enter('a', forever)
  const gone = new AbortController()
  const second = limit.enter('a', gone.signal)
  const third = limit.enter('a', forever)
  await expect(limit.enter('a', forever)).rejects.toMatchObject({ kind: 'too_many_requests' })
  gone.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  first[Symbol.dispose]()
  ;(await third)[Symbol.dispose]()
})

test('within a key the groups take turns, however many of one wait', async () => {
  const limit = createFairLimit({ total: 1, perKey: 1, waitingPerKey: 10 })
  const order: string[] = []
  const work = async (group: string) => {
    using _turn = await limit.enter('organization', forever, group)
    order.push(group)
    // Others that wait are admitted only when this turn is over.
    await Promise.resolve()
  }
  const first = await limit.enter('organization', forever, 'loop')
  const all = ['loop', 'loop', 'loop', 'other', 'other', 'third'].map(work)
  first[Symbol.dispose]()
  await Promise.all(all)
  expect(order).toEqual(['loop', 'other', 'third', 'loop', 'other', 'loop'])
})
