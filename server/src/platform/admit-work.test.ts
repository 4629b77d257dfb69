import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { admitWork } from './admit-work.ts'
import { createConnectionTurns } from './db/connection-turns.ts'
import { isRequestBacklogged } from './request-backlog.ts'
import { answerFor, workFor } from './thread-share.ts'

/** Occupies the thread, as much work that has begun does. */
function occupy(forMs: number): void {
  const until = performance.now() + forMs
  while (performance.now() < until);
}

/** Keeps the event loop late until it is stopped. */
async function flood(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    occupy(15)
    await nextTurn()
  }
}

test('work begins at once where the thread has time', async () => {
  let begun = 0
  for (let n = 0; n < 2; n++) void admitWork().then(() => begun++)
  await nextTurn()
  expect(begun).toBe(2)
  await sleep(20)
})

test('while the event loop is late work waits, and still begins piece by piece, one organization after the other', async () => {
  const controller = new AbortController()
  const flooding = flood(controller.signal)
  await sleep(100)
  const order: string[] = []
  const begin = (organization_id: string) =>
    workFor(organization_id, async () => {
      await admitWork()
      order.push(organization_id)
    })
  // Once it is seen that the event loop is late.
  await Promise.all(Array.from({ length: 6 }, () => admitWork()))
  const many = (organization_id: string) => Array.from({ length: 5 }, () => begin(organization_id))
  const all = [...many('one'), ...many('other')]
  await nextTurn()
  // An organization with little in progress waits for nothing.
  expect(order).toEqual(['one', 'one', 'other', 'other'])
  await Promise.all(all)
  controller.abort()
  await flooding
  expect(order.slice(4)).toEqual(Array.from({ length: 3 }, () => ['one', 'other']).flat())
})

test('organizations that wait begin equally much, however few may begin at a time', async () => {
  const order: string[] = []
  const begin = (organization_id: string) =>
    workFor(organization_id, async () => {
      await admitWork()
      order.push(organization_id)
    })
  const many = (organization_id: string) => Array.from({ length: 30 }, () => begin(organization_id))
  await Promise.all([...many('first'), ...many('second')])
  const waited = order.slice(4)
  const lead = waited.map((_, end) => {
    const begun = waited.slice(0, end + 1)
    return begun.filter((each) => each === 'first').length * 2 - begun.length
  })
  expect(Math.max(...lead.map(Math.abs))).toBe(1)
})

test('work that has ended makes room for the next of its organization, however late the event loop is', async () => {
  const controller = new AbortController()
  const flooding = flood(controller.signal)
  await sleep(100)
  await workFor('sequential', async () => {
    for (let n = 0; n < 5; n++) {
      using _admitted = await admitWork()
    }
    let hasBegun = false
    void admitWork().then(() => {
      hasBegun = true
    })
    await Promise.resolve()
    await Promise.resolve()
    expect(hasBegun).toBe(true)
  })
  controller.abort()
  await flooding
})

test('work that is stopped while it waits does not wait any longer, and takes the place of none', async () => {
  const controller = new AbortController()
  const flooding = flood(controller.signal)
  await sleep(100)
  const first = Array.from({ length: 6 }, () => admitWork())
  const stopped = new AbortController()
  let hasEnded = false
  void admitWork(stopped.signal).then(() => {
    hasEnded = true
  })
  stopped.abort()
  await nextTurn()
  expect(hasEnded).toBe(true)
  controller.abort()
  await Promise.all([...first, flooding])
})

test('while requests of an organization wait for connections its work waits too, and that of another does not', async () => {
  const turns = createConnectionTurns(1)
  const answered = await answerFor('busy', turns.enter)
  const next = answerFor('busy', turns.enter)
  await expect.poll(() => isRequestBacklogged('busy')).toBe(true)
  const order: string[] = []
  const begin = (organization_id: string) =>
    workFor(organization_id, async () => {
      await admitWork()
      order.push(organization_id)
    })
  const work = ['busy', 'busy', 'busy', 'quiet', 'quiet'].map(begin)
  await nextTurn()
  // The first of an organization waits for nothing.
  expect(order).toEqual(['busy', 'quiet', 'quiet'])
  answered()
  const leave = await next
  await Promise.all(work)
  leave()
})
