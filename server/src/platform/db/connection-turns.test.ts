import { expect, test } from 'vitest'
import { answerFor, workFor } from '../thread-share.ts'
import { createConnectionTurns } from './connection-turns.ts'

/** So many connections, and the order in which they were given out. */
function connections(count: number, now?: () => number) {
  const turns = createConnectionTurns(count, now)
  const order: string[] = []
  const given: (() => void)[] = []
  const take = (kind: typeof workFor, organization_id: string, name: string) =>
    kind(organization_id, async () => {
      const leave = await turns.enter()
      order.push(name)
      given.push(leave)
    })
  return {
    order,
    awaited: (organization_id: string, name: string) =>
      void take((id, task) => workFor(id, task, 'awaited'), organization_id, name),
    run: (organization_id: string, name: string) => void take(workFor, organization_id, name),
    request: (organization_id: string, name: string) => void take(answerFor, organization_id, name),
    /** Gives the connection back that was given out first of those that are out. */
    async giveBack(): Promise<void> {
      given.shift()?.()
      await settle()
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('background work leaves a quarter of the connections to requests', async () => {
  const { order, run, request } = connections(4)
  for (let n = 1; n <= 4; n++) run('a', `run ${n}`)
  request('a', 'request 1')
  request('b', 'request 2')
  request('b', 'request 3')
  await settle()
  expect(order).toEqual(['run 1', 'run 2', 'run 3', 'request 1'])
})

test('organizations take turns, and requests come before runs, which still get a share', async () => {
  const { order, run, request, giveBack } = connections(2)
  request('a', 'first')
  request('a', 'second')
  for (let n = 1; n <= 3; n++) run('a', `run of a ${n}`)
  for (let n = 1; n <= 5; n++) request('a', `request of a ${n}`)
  request('b', 'request of b')
  await settle()
  for (let n = 0; n < 11; n++) await giveBack()
  expect(order.slice(2)).toEqual([
    'request of b',
    'request of a 1',
    'request of a 2',
    'request of a 3',
    'run of a 1',
    'request of a 4',
    'request of a 5',
    'run of a 2',
    'run of a 3',
  ])
})

test('while another organization is active, one uses half of the connections, and begins little in each turn of the event loop', async () => {
  const { order, run, request, giveBack } = connections(8)
  request('b', 'of b')
  for (let n = 1; n <= 6; n++) request('a', `request ${n}`)
  await Promise.resolve()
  expect(order).toEqual(['of b', 'request 1', 'request 2'])
  for (let turn = 0; turn < 3; turn++) await settle()
  expect(order).toEqual(['of b', 'request 1', 'request 2', 'request 3', 'request 4'])
  // It continues with as many, and others do not wait for any of them.
  request('b', 'next of b')
  run('c', 'run of c')
  await settle()
  expect(order.slice(5)).toEqual(['next of b', 'run of c'])
  await giveBack()
  await giveBack()
  expect(order.slice(7)).toEqual(['request 5'])
})

test('background work has half of what its organization may use while another one is active', async () => {
  const { order, run, request } = connections(8)
  request('b', 'of b')
  for (let n = 1; n <= 4; n++) run('a', `run ${n}`)
  for (let n = 1; n <= 4; n++) request('a', `request ${n}`)
  for (let turn = 0; turn < 4; turn++) await settle()
  expect(order).toEqual(['of b', 'run 1', 'run 2', 'request 1', 'request 2'])
})

test('what nobody waits for uses a quarter of the connections while its own organization makes requests', async () => {
  const { order, run, awaited, request } = connections(8)
  request('a', 'request')
  for (let n = 1; n <= 3; n++) awaited('a', `awaited ${n}`)
  for (let n = 1; n <= 3; n++) run('a', `run ${n}`)
  for (let n = 1; n <= 4; n++) run('b', `run of b ${n}`)
  for (let turn = 0; turn < 4; turn++) await settle()
  expect(order).toEqual(['request', 'awaited 1', 'awaited 2', 'awaited 3', 'run of b 1', 'run of b 2'])
})

test('what waited because of requests begins when none has come for a while, though nothing has ended', async () => {
  const { order, run, request } = connections(8)
  request('a', 'request')
  for (let n = 1; n <= 3; n++) run('a', `run ${n}`)
  await settle()
  expect(order).toEqual(['request', 'run 1', 'run 2'])
  await expect.poll(() => order).toEqual(['request', 'run 1', 'run 2', 'run 3'])
})

test('what the server does by itself does not yield to requests', async () => {
  const { order, run, request } = connections(8)
  request('a', 'request')
  for (let n = 1; n <= 4; n++) run('', `job ${n}`)
  await settle()
  expect(order).toEqual(['request', 'job 1', 'job 2', 'job 3', 'job 4'])
})

test('an organization alone uses all connections at once, whatever the server does meanwhile', async () => {
  const { order, request } = connections(4)
  request('', 'of the server')
  for (let n = 1; n <= 3; n++) request('a', `request ${n}`)
  await Promise.resolve()
  expect(order).toEqual(['of the server', 'request 1', 'request 2', 'request 3'])
})

test('one connection serves everyone', async () => {
  const { order, run, request, giveBack } = connections(1)
  run('a', 'run 1')
  run('a', 'run 2')
  request('b', 'request')
  await settle()
  for (let n = 0; n < 3; n++) await giveBack()
  expect(order).toHaveLength(3)
})

test('while another organization is active, one whose statements are slow uses a quarter of the connections', async () => {
  let now = 0
  const { order, request, giveBack } = connections(8, () => now)
  request('a', 'slow 1')
  request('a', 'slow 2')
  await settle()
  now = 60
  request('b', 'of b')
  for (let n = 1; n <= 4; n++) request('a', `after slow ones ${n}`)
  for (let turn = 0; turn < 3; turn++) await settle()
  expect(order).toEqual(['slow 1', 'slow 2', 'of b'])
  // The next one is probably slow too.
  await giveBack()
  await giveBack()
  for (let turn = 0; turn < 3; turn++) await settle()
  expect(order.slice(3)).toEqual(['after slow ones 1', 'after slow ones 2'])
  request('b', 'next of b')
  await settle()
  expect(order.slice(5)).toEqual(['next of b'])
})
