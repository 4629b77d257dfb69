import { expect, test } from 'vitest'
import { answerFor, spend, workFor } from './thread-share.ts'
import { REQUEST_MS, UPLOAD_MS, waitForRequestTurn, yieldToEventLoop } from './yield-to-event-loop.ts'

const PIECES = 40
const CONCURRENCY = 8

/** Keeps the thread busy, as a piece of real work does. */
function work(forMs: number): void {
  const until = performance.now() + forMs
  while (performance.now() < until);
}

/** Pieces for an organization, until the last one or until it is stopped; counts those that are done. */
async function pieces(organization_id: string, forMs: number, signal: AbortSignal, count = Number.POSITIVE_INFINITY) {
  let done = 0
  await workFor(organization_id, async () => {
    for (; done < count && !signal.aborted; done++) {
      await yieldToEventLoop()
      work(forMs)
    }
  })
  return done
}

test('eight pieces of work of one organization have together no more turns than the one of another', async () => {
  const controller = new AbortController()
  const many = Array.from({ length: CONCURRENCY }, () => pieces('many', 6, controller.signal))
  expect(await pieces('one', 6, controller.signal, PIECES)).toBe(PIECES)
  controller.abort()
  const done = (await Promise.all(many)).reduce((sum, each) => sum + each, 0)
  expect(done).toBeGreaterThan(0)
  // Each of the eight may be in the middle of a piece at the beginning and at the end.
  expect(done).toBeLessThanOrEqual(PIECES + 2 * CONCURRENCY)
})

test('work that waits for its turn comes to its end where nobody else is active', async () => {
  const { signal } = new AbortController()
  expect(await Promise.all([pieces('alone', 2, signal, 50), pieces('alone', 2, signal, 50)])).toEqual([50, 50])
})

test('a failure of the work is its own', async () => {
  const failing = workFor('failing', async () => {
    await yieldToEventLoop()
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(await pieces('after', 1, new AbortController().signal, 20)).toBe(20)
})

test('requests of an organization that has used much of the thread wait while another is active', async () => {
  spend('flooding', 1000)
  const order: string[] = []
  const request = (organization_id: string) =>
    answerFor(organization_id, async () => {
      await waitForRequestTurn(REQUEST_MS)
      order.push(organization_id)
    })
  // The flood comes first, and the other one is known to be active.
  await request('other')
  await Promise.all([...Array.from({ length: 20 }, () => request('flooding')), request('other')])
  expect(order).toEqual(['other', 'other', ...Array<string>(20).fill('flooding')])
})

test('very many requests of one organization use up its share', async () => {
  const order: string[] = []
  const request = (organization_id: string) =>
    answerFor(organization_id, async () => {
      await waitForRequestTurn(REQUEST_MS)
      order.push(organization_id)
    })
  await request('modest')
  await Promise.all([...Array.from({ length: 2000 }, () => request('many requests')), request('modest')])
  expect(order.lastIndexOf('modest')).toBeLessThan(1000)
})

test('an upload uses up as much of the share as many requests', async () => {
  const order: string[] = []
  const request = (organization_id: string, costMs: number) =>
    answerFor(organization_id, async () => {
      await waitForRequestTurn(costMs)
      order.push(organization_id)
    })
  await request('reader', REQUEST_MS)
  await Promise.all([
    ...Array.from({ length: 200 }, () => request('uploading', UPLOAD_MS)),
    request('reader', REQUEST_MS),
  ])
  expect(order.lastIndexOf('reader')).toBeLessThan(100)
})
