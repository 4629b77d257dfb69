import { afterAll, expect, onTestFinished, test } from 'vitest'
import { currentWork } from '#platform/thread-share.ts'
import { startTestApp } from '#testing/app.ts'
import { beginCall, givenCallable, openCall } from '#testing/calls/voice.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('of 132 calls that one organization begins at once, 125 are carried, and another organization still calls', async () => {
  const { organization, path } = await givenCallable(app)
  const other = await givenCallable(app)
  const people = await Promise.all(
    Array.from({ length: 3 }, async () => app.as(await app.given.membership(organization, 'admin'))),
  )
  // One person may prepare 60 in a minute.
  const sessions = await Promise.all(
    Array.from({ length: 132 }, (_, nth) => people[nth % 3]?.post(path, { create_new_conversation: true })),
  )
  expect(new Set(sessions.map((session) => session?.status))).toEqual(new Set([200]))
  const calls = await Promise.all(sessions.map((session) => openCall(app, session?.body.session_id)))
  await expect.poll(() => calls.every(({ events }) => events.length > 0)).toBe(true)
  const refused = calls.filter(({ events }) => events.some((event) => event.type === 'error'))
  expect(refused.map(({ events }) => events)).toEqual(
    Array.from({ length: 7 }, () => [expect.objectContaining({ code: 'SERVER_BUSY', is_final: true })]),
  )
  const { body } = await other.client.post(other.path, { create_new_conversation: true })
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  for (const { socket } of [...calls, call]) socket.terminate()
})

test('a message of a call is written as work of its organization, and waits for connections as its requests do', async () => {
  const given = await givenCallable(app)
  const { call } = await beginCall(app, given)
  const writers: unknown[] = []
  const pool = app.ctx.db.$client
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => {
    if (nameOf(args[0]) === 'accept_message') writers.push(currentWork())
    return query(...args)
  }) as typeof pool.query
  onTestFinished(() => {
    pool.query = query as typeof pool.query
  })
  call.send({ type: 'user_message', message: 'Hello' })
  await call.event('response.started')
  expect(writers).toEqual([{ organization_id: given.organization.id, kind: 'request' }])
})

const nameOf = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'name' in statement ? statement.name : null
