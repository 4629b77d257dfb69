import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { ownTestApp } from '#testing/app.ts'
import { createLog } from '../log.ts'
import { route } from '../route.ts'
import { spend } from '../thread-share.ts'
import { createBodyBudget } from './body-budget.ts'
import { MAX_BODY_LIMIT_BYTES, readBody } from './read-body.ts'

const MB = 1024 * 1024
/** Holds requests with a large body until the test lets them be answered. */
const held: { answer: () => void }[] = []
const body = z.looseObject({})
const probe = {
  name: 'probe',
  routes: [
    route(describeEndpoint('POST /api/probe/held', { summary: 'A probe', body }), {
      caller: 'anyone',
      bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
      serve: async (_ctx, { body }) => {
        await new Promise<void>((answer) => held.push({ answer }))
        return { characters: JSON.stringify(body).length }
      },
    }),
    route(describeEndpoint('POST /api/probe/small', { summary: 'A probe', body }), {
      caller: 'anyone',
      serve: async (_ctx, { body }) => body,
    }),
  ],
}
/** Large bodies share 10 MB. */
const logged: { level: number; status?: number; msg: string; err?: unknown }[] = []
const log = createLog({ level: 'info', pretty: false }, { write: (line: string) => void logged.push(JSON.parse(line)) })
const app = await ownTestApp({ features: [probe], log, env: { BODY_BUDGET_MB: '12', BODY_WAIT: '2s' } })
const { port } = new URL(app.base_url)

const sendLarge = (bytes: number) => app.anyone.post('/api/probe/held', { text: 'x'.repeat(bytes) })
function answerAll(): void {
  for (const { answer } of held.splice(0)) answer()
}

/** A client that announces a body and sends only a part of it. */
function announce(path: string, announcedBytes: number, sentBytes: number): Socket {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  const headers = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${announcedBytes}\r\n\r\n`
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}{"text":"${'x'.repeat(sentBytes)}`)
  return socket
}

test('a large body waits until the one before it is answered, and small ones are answered meanwhile', async () => {
  const first = sendLarge(6 * MB)
  await expect.poll(() => held.length).toBe(1)
  const second = sendLarge(6 * MB)
  expect((await app.anyone.post('/api/probe/small', { a: 1 })).body).toEqual({ a: 1 })
  expect(held.length).toBe(1)
  answerAll()
  expect((await first).status).toBe(200)
  await expect.poll(() => held.length).toBe(1)
  answerAll()
  expect((await second).status).toBe(200)
})

test('of eight large bodies at once each is answered whole, or with 503 and when to come back', async () => {
  const all = Promise.all(Array.from({ length: 8 }, () => sendLarge(6 * MB)))
  let isOver = false
  void all.then(() => {
    isOver = true
  })
  await expect
    .poll(
      () => {
        answerAll()
        return isOver
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  for (const { status, body, headers } of await all) {
    expect([200, 503]).toContain(status)
    if (status === 200) expect(body.characters).toBeGreaterThan(6 * MB)
    else expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a body that waits too long is refused with 503 and when to come back', async () => {
  const first = sendLarge(6 * MB)
  await expect.poll(() => held.length).toBe(1)
  const before = logged.length
  const { status, headers } = await sendLarge(6 * MB)
  expect([status, headers.get('retry-after')]).toEqual([503, '10'])
  // The server does as it should: one warning without a stack.
  await expect.poll(() => logged.some((line) => line.status === 503)).toBe(true)
  const lines = logged.slice(before).filter(({ level }) => level > 30)
  expect(lines.map(({ level, msg, err }) => [level, msg, err])).toEqual([
    [40, expect.stringMatching(/^Too many large requests/), undefined],
  ])
  answerAll()
  expect((await first).status).toBe(200)
})

test('a client that announces a large body has no share before it sends, and none after it has left', async () => {
  const silent = announce('/api/probe/held', 9 * MB, 0)
  const leaving = announce('/api/probe/held', 9 * MB, 3 * MB)
  await new Promise((sent) => leaving.write('x', sent))
  leaving.destroy()
  const whole = sendLarge(9 * MB)
  await expect.poll(() => held.length).toBe(1)
  answerAll()
  expect((await whole).status).toBe(200)
  silent.destroy()
})

test('a body that is larger than the whole budget is refused at once', async () => {
  const socket = announce('/api/probe/held', 11 * MB, 0)
  const answer = await new Promise<string>((done) => socket.once('data', (bytes) => done(String(bytes))))
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

test('a sender that holds a share and stops sending is refused', async () => {
  const payload = new PassThrough()
  const shares: number[] = []
  const reserve = async (bytes: number) => void shares.push(bytes)
  const reader = { write: () => undefined, end: () => 'whole' }
  const options = { sender: 'a', limitBytes: 10 * MB, announcedBytes: undefined, reserve, progressIntervalMs: 20 }
  const reading = readBody(payload, options, reader)
  payload.write(Buffer.alloc(2 * MB))
  await expect(reading).rejects.toMatchObject({ status: 408 })
  expect(shares).toEqual([10 * MB])
})

/** Keeps the thread busy, as reading does. */
function work(forMs: number): void {
  const until = performance.now() + forMs
  while (performance.now() < until);
}

test('bodies of a sender that has used much of the thread are read after those of another', async () => {
  const order: string[] = []
  const read = async (sender: string) => {
    const payload = new PassThrough()
    const reader = { write: () => work(3), end: () => order.push(sender) }
    const reading = readBody(payload, { sender, limitBytes: MB, announcedBytes: undefined }, reader)
    payload.end(Buffer.alloc(300_000))
    await reading
  }
  await read('other')
  // Last, because it is forgotten within half a second.
  spend('flooding', 1000)
  await Promise.all([...Array.from({ length: 5 }, () => read('flooding')), read('other')])
  expect(order).toHaveLength(7)
  expect(order.lastIndexOf('other')).toBeLessThan(3)
})

test('the next share goes to the sender who holds least, and nobody passes the one whose turn it is', async () => {
  const budget = createBodyBudget({ totalBytes: 120, waitMs: 60_000 })
  const { signal } = new AbortController()
  const order: string[] = []
  const reserve = (sender: string, bytes: number, name: string) =>
    budget.reserve({ sender, bytes }, signal).then((release) => {
      order.push(name)
      return release
    })
  const first = await reserve('a', 50, 'a1')
  const second = await reserve('a', 40, 'a2')
  const third = reserve('a', 30, 'a3')
  const other = reserve('b', 50, 'b1')
  // There is room for either now, and the turn is of the sender who holds nothing.
  second()
  await other
  first()
  await third
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a share of ordinary size never waits behind the large ones', async () => {
  const budget = createBodyBudget({ totalBytes: 120, waitMs: 60_000 })
  const { signal } = new AbortController()
  await budget.reserve({ sender: 'a', bytes: 100 }, signal)
  const release = await budget.reserve({ sender: 'b', bytes: 10 }, signal)
  release()
})
