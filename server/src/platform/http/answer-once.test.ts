import { createClient as createRedis } from 'redis'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp, testApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { postgresUrl, redisUrl } from '#testing/servers/server-process.ts'
import { createAnswerOnce, RETENTION_MS } from './answer-once.ts'
import { shareAnswers } from './shared-answers.ts'

const app = await testApp()

async function givenMembers() {
  const { organization, owner, admin } = await app.given.organization()
  const path = `/api/organizations/${organization.id}/workflows`
  const client = await app.as(owner)
  return {
    path,
    client,
    other: await app.as(admin),
    names: async () => (await client.get(path)).body.data.map(({ name }: { name: string }) => name).sort(),
  }
}

const keyed = (key: string) => ({ 'idempotency-key': key })

test('a creation that is sent again under its key creates once and is answered as before, at once or later', async () => {
  const { path, client, names } = await givenMembers()
  const create = () => client.post(path, { name: 'Once' }, keyed('creation-1'))
  const [first, again] = await Promise.all([create(), create()])
  expect(first.status).toBe(200)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect((await create()).body).toEqual(first.body)
  expect(await names()).toEqual(['Once'])
  expect((await client.post(path, { name: 'Once' }, keyed('creation-2'))).body.id).not.toBe(first.body.id)
  expect(await names()).toEqual(['Once', 'Once'])
})

test('a key counts for its person and address alone', async () => {
  const { path, client, other, names } = await givenMembers()
  const mine = await client.post(path, { name: 'Mine' }, keyed('shared-key'))
  const theirs = await other.post(path, { name: 'Theirs' }, keyed('shared-key'))
  expect(theirs.body.id).not.toBe(mine.body.id)
  expect(await names()).toEqual(['Mine', 'Theirs'])
  const elsewhere = await client.post(`${path}/${mine.body.id}/validate`, {}, keyed('shared-key'))
  expect(elsewhere.body).not.toHaveProperty('id')
})

test('what was refused may be sent again under its key', async () => {
  const { path, client, names } = await givenMembers()
  expect((await client.post(path, { name: '' }, keyed('refused-1'))).status).toBe(400)
  expect((await client.post(path, { name: 'Now' }, keyed('refused-1'))).status).toBe(200)
  expect(await names()).toEqual(['Now'])
})

test('a key that comes with another body, or another method, is another request', async () => {
  const { path, client, names } = await givenMembers()
  const first = await client.post(path, { name: 'First' }, keyed('reused-key'))
  const second = await client.post(path, { name: 'Second' }, keyed('reused-key'))
  expect(second.body.name).toBe('Second')
  expect(await names()).toEqual(['First', 'Second'])
  const headers = { ...keyed('reused-key'), 'content-type': 'application/json' }
  const change = (method: string, body: string) => client.send(`${path}/${first.body.id}`, { method, headers, body })
  expect((await change('PUT', JSON.stringify({ name: 'Renamed' }))).status).toBe(200)
  expect((await change('DELETE', '{}')).status).toBe(200)
  expect(await names()).toEqual(['Second'])
})

test('a flood of long answers of one organization drops its own, not those of others', async () => {
  const answerOnce = createAnswerOnce()
  let served = 0
  const ask = (payer: string, id: string, text: string) =>
    answerOnce({ id, payer }, async () => {
      served += 1
      return { text }
    })
  await ask('modest', 'own', 'Once')
  for (let nth = 0; nth < 100; nth++) await ask('flood', `flood-${nth}`, 'x'.repeat(250_000))
  expect(served).toBe(101)
  await ask('modest', 'own', 'Once')
  await ask('flood', 'flood-99', '')
  expect(served).toBe(101)
  await ask('flood', 'flood-0', '')
  expect(served).toBe(102)
})

test.runIf(postgresUrl && redisUrl)(
  'a creation that is sent again to another process creates once, while the first is served and later',
  async () => {
    const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '', SESSION_COOKIE_NAME: name } = app.config
    const elsewhere = await startTestApp({ env: { DATA_DIR, DATABASE_URL, REDIS_URL } })
    onTestFinished(elsewhere.close)
    const { organization, owner } = await app.given.organization()
    const { cookie } = await app.given.session(owner)
    const clients = [app, elsewhere].map(({ base_url }) => createClient(base_url, { cookie: `${name}=${cookie}` }))
    const path = `/api/organizations/${organization.id}/workflows`
    const create = (name: string, key: string) =>
      Promise.all(clients.map((client) => client.post(path, { name }, keyed(key))))
    const count = async () => (await clients[0]?.get(path))?.body.data.length

    const [first, second] = await create('Once', 'two-processes-1')
    expect([second?.status, second?.body]).toEqual([200, first?.body])
    expect((await create('Once', 'two-processes-1')).map(({ body }) => body)).toEqual([first?.body, first?.body])
    expect(await count()).toBe(1)
    // What one has refused the other one may accept.
    expect((await create('', 'two-processes-2')).map(({ status }) => status)).toEqual([400, 400])
    await create('Twice', 'two-processes-3')
    expect(await count()).toBe(2)
  },
)

/** Processes that share their answers, and a way to let the claim of a request expire. */
async function givenProcesses() {
  const redis = createRedis({ url: redisUrl })
  await redis.connect()
  onTestFinished(() => redis.close().then(() => undefined))
  const scope = crypto.randomUUID()
  const { cipher } = app.ctx.ports
  const id = 'request'
  const key = `answer:${scope}:${id}`
  return {
    process() {
      const answerOnce = createAnswerOnce(shareAnswers(redis as never, { scope, cipher, retentionMs: RETENTION_MS }))
      const { promise, resolve, reject } = Promise.withResolvers<{ by: string }>()
      const begun = Promise.withResolvers<void>()
      const answer = answerOnce({ id, payer: 'organization' }, () => {
        begun.resolve()
        return promise
      })
      answer.catch(() => undefined)
      return { answer, begun: begun.promise, resolve, reject }
    },
    expire: () => redis.del(key),
    isWritten: async () => (await redis.exists(key)) === 1,
  }
}

test.runIf(redisUrl).for(['refuses', 'answers'] as const)(
  'a process that %s after its claim has expired leaves the claim of the next one alone',
  async (how) => {
    const { process, expire, isWritten } = await givenProcesses()
    const stalled = process()
    await stalled.begun
    await expire()
    const next = process()
    await next.begun
    if (how === 'refuses') stalled.reject(new Error('refused'))
    else stalled.resolve({ by: 'stalled' })
    await stalled.answer.catch(() => undefined)
    expect(await isWritten()).toBe(true)

    const third = process()
    next.resolve({ by: 'next' })
    expect(await next.answer).toEqual({ by: 'next' })
    expect(await third.answer).toMatchObject({ body: { by: 'next' } })
  },
)
