import { expect, test } from 'vitest'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { givenCallable, openCall } from '#testing/calls/voice.ts'

const app = await ownTestApp()

test('of eight sockets that are opened with one session, one is a call', async () => {
  const { client, path } = await givenCallable(app)
  const { body } = await client.post(path, { create_new_conversation: true })
  const calls = await Promise.all(Array.from({ length: 8 }, () => openCall(app, body.session_id)))
  await expect.poll(() => calls.every(({ events }) => events.length > 0)).toBe(true)
  const first = calls.map(({ events }) => events[0]?.type).sort()
  expect(first).toEqual([...Array.from({ length: 7 }, () => 'error'), 'session.created'])
})

test('of eight calls that begin in one conversation, one is left', async () => {
  const { client, path } = await givenCallable(app)
  const { conversation_id } = (await client.post(path, { create_new_conversation: true })).body
  const sessions = await Promise.all(Array.from({ length: 8 }, () => client.post(path, { conversation_id })))
  const calls = await Promise.all(sessions.map(({ body }) => openCall(app, body.session_id)))
  await expect.poll(() => calls.filter((call) => call.closed() === null).length).toBe(1)
  expect(calls.flatMap(({ events }) => events.filter(({ type }) => type === 'error'))).toHaveLength(7)
})

test.runIf(app.config.DATABASE_URL)(
  'a call is prepared in one process, carried by a second and ended by a third',
  async () => {
    const { DATABASE_URL = '' } = app.config
    const realtime = await startTestApp({ env: { DATABASE_URL }, parts: ['realtime', 'worker'] })
    const web = await startTestApp({ env: { DATABASE_URL }, parts: ['web'] })
    try {
      const { client, path, organization } = await givenCallable(app)
      const { body } = await client.post(path, { create_new_conversation: true })
      const refused = await openCall(web, body.session_id)
      expect(refused.closed()).not.toBeNull()
      const call = await openCall(realtime, body.session_id)
      await call.event('session.created')
      const base = `/api/organizations/${organization.id}/conversations/${body.conversation_id}`
      expect((await client.get(base)).body.call).not.toBeNull()
      expect((await client.post(`${base}/hang-up`)).body).toMatchObject({ was_under_way: true })
      expect(await call.event('error')).toMatchObject({ code: 'HUNG_UP' })
      expect((await web.anyone.get('/chat/realtime/health')).status).toBe(404)
      expect((await realtime.anyone.get('/chat/realtime/health')).status).toBe(200)
    } finally {
      await Promise.all([realtime.close(), web.close()])
    }
  },
)

test.runIf(app.config.DATABASE_URL)(
  'a process that only carries calls prepares them too, and serves nothing else',
  async () => {
    const { DATABASE_URL = '', DATA_DIR } = app.config
    const realtime = await startTestApp({ env: { DATABASE_URL, DATA_DIR }, parts: ['realtime'] })
    try {
      const { owner, path, organization } = await givenCallable(app)
      const client = await realtime.as(owner)
      const { status, body } = await client.post(path, { create_new_conversation: true })
      expect(status).toBe(200)
      await (await openCall(realtime, body.session_id)).event('session.created')
      const visitor = await realtime.given.visitor(organization)
      const { conversation_id } = body
      expect(await visitor.post('/chat/realtime/create-session/default', { conversation_id })).toMatchObject({
        status: 404,
        body: { code: 'ENTRY_POINT_NOT_FOUND' },
      })
      expect(await client.get(`/api/organizations/${organization.id}`)).toMatchObject({ status: 404 })
    } finally {
      await realtime.close()
    }
  },
)

test('a server that stops says so to those on a call', async () => {
  const stopping = await startTestApp()
  const { client, path } = await givenCallable(stopping)
  const { body } = await client.post(path, { create_new_conversation: true })
  const call = await openCall(stopping, body.session_id)
  await call.event('session.created')
  const closed = stopping.close()
  expect(await call.event('error')).toMatchObject({ code: 'SERVER_STOPPING', is_final: true })
  expect(await call.untilClosed()).toMatchObject({ code: 1001 })
  await closed
})
