import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { voiceCalls } from '#features/voice/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenCallable, openCall } from '#testing/calls/voice.ts'
import { countLiveCalls } from './live-calls.ts'

const app = await ownTestApp()

async function onCall(given?: Awaited<ReturnType<typeof givenCallable>>) {
  const here = given ?? (await givenCallable(app))
  const { body } = await here.client.post(here.path, { create_new_conversation: true })
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  return { ...here, call, conversation_id: body.conversation_id as string }
}

const callsOf = (conversation_id: string) =>
  app.ctx.db.select().from(voiceCalls).where(eq(voiceCalls.conversation_id, conversation_id))

test('a call is recorded, and over once its caller hangs up', async () => {
  const { call, conversation_id } = await onCall()
  expect(await callsOf(conversation_id)).toMatchObject([{ ended_at: null }])
  call.hangUp()
  await expect.poll(async () => (await callsOf(conversation_id))[0]?.ended_at).not.toBeNull()
  expect(await callsOf(conversation_id)).toMatchObject([{ end_code: null }])
})

test('while nobody speaks, heartbeats still come, so that a client notices a network that swallows everything', async () => {
  const { call } = await onCall()
  await expect.poll(call.heartbeats).toBeGreaterThan(0)
})

test('a caller who hangs up before the call has begun leaves none behind', async () => {
  const { client, path } = await givenCallable(app)
  const { body } = await client.post(path, { create_new_conversation: true })
  for (let nth = 0; nth < 5; nth++) {
    const { session_id } = (await client.post(path, { conversation_id: body.conversation_id })).body
    const call = await openCall(app, session_id)
    call.socket.terminate()
  }
  await expect
    .poll(async () => (await callsOf(body.conversation_id)).filter(({ ended_at }) => ended_at === null))
    .toEqual([])
  await expect.poll(() => countLiveCalls()).toBe(0)
})

test('a call ends with the session of who signs out', async () => {
  const { call, client } = await onCall()
  expect((await client.post('/api/auth/logout')).status).toBe(200)
  expect(await call.event('error')).toMatchObject({ code: 'SIGNED_OUT', is_final: true })
  await call.untilClosed()
})

test('an operator sees that a conversation is on a call, and hangs up', async () => {
  const { call, conversation_id, organization, client } = await onCall()
  const base = `/api/organizations/${organization.id}/conversations/${conversation_id}`
  expect((await client.get(base)).body.call).toMatchObject({ started_at: expect.any(String) })
  expect(await client.post(`${base}/hang-up`)).toMatchObject({ status: 200, body: { was_under_way: true } })
  expect(await call.event('error')).toMatchObject({ code: 'HUNG_UP', is_final: true })
  expect(await call.untilClosed()).toMatchObject({ code: 1000, reason: 'HUNG_UP' })
  expect((await client.get(base)).body.call).toBeNull()
  expect(await client.post(`${base}/hang-up`)).toMatchObject({ body: { was_under_way: false } })
  const elsewhere = await givenCallable(app)
  expect(await elsewhere.client.post(`${base}/hang-up`)).toMatchObject({ status: 404 })
})

test('a conversation has one call: the second one ends the first', async () => {
  const { call, conversation_id, client, path } = await onCall()
  const { body } = await client.post(path, { conversation_id })
  const second = await openCall(app, body.session_id)
  await second.event('session.created')
  expect(await call.event('error')).toMatchObject({ code: 'CALL_MOVED' })
  await call.untilClosed()
  expect(second.closed()).toBeNull()
})

test.each([
  ['no JSON', 'hello'],
  ['another type', { type: 'response.create' }],
  ['no text', { type: 'user_message' }],
  ['a list', []],
  ['nothing', 'null'],
  ['a text that ends too early', '{"type": "interrupt"'],
  ['a nesting of a thousand lists', '['.repeat(1000) + ']'.repeat(1000)],
  ['a list of a hundred thousand numbers', JSON.stringify(Array(100_000).fill(1))],
  ['a name that would reach a prototype', '{"type":"interrupt","__proto__":{}}'],
])('%s is refused, and the call continues', async (_name, message) => {
  const { call } = await onCall()
  call.send(message)
  expect(await call.event('error')).toMatchObject({ code: 'BAD_MESSAGE', is_final: false })
  expect(call.closed()).toBeNull()
})

test('a client that sends more audio than time passes is hung up on', async () => {
  const { call } = await onCall()
  for (let sent = 0; sent < 40; sent++) call.sendAudio(Buffer.alloc(48_000))
  expect(await call.event('error')).toMatchObject({ code: 'TOO_MUCH_AUDIO', is_final: true })
  expect(await call.untilClosed()).toMatchObject({ code: 1008 })
})

test('a client that cuts its audio into thousands of tiny frames is hung up on', async () => {
  const { call } = await onCall()
  for (let sent = 0; sent < 3500; sent++) call.sendAudio(Buffer.alloc(2))
  expect(await call.event('error')).toMatchObject({ code: 'TOO_MUCH_AUDIO', is_final: true })
  expect(await call.untilClosed()).toMatchObject({ code: 1008 })
})

test.each([1, 959, 70_000])('%i bytes are no audio', async (bytes) => {
  const { call } = await onCall()
  call.sendAudio(Buffer.alloc(bytes))
  expect(await call.untilClosed()).toMatchObject({ code: 1008 })
})

test('a flood of messages, of large ones, and one that is too large, end the call', async () => {
  const flood = await onCall()
  for (let sent = 0; sent < 60; sent++) flood.call.send({ type: 'interrupt' })
  expect(await flood.call.untilClosed()).toMatchObject({ code: 1008, reason: 'BAD_MESSAGE' })
  const many = await onCall(flood)
  for (let sent = 0; sent < 4; sent++) many.call.send({ type: 'nothing', message: 'x'.repeat(4 * 1024 * 1024) })
  expect(await many.call.untilClosed()).toMatchObject({ code: 1008, reason: 'BAD_MESSAGE' })
  const large = await onCall(flood)
  large.call.send({ type: 'user_message', message: 'x'.repeat(15 * 1024 * 1024) })
  expect(await large.call.untilClosed()).toMatchObject({ code: 1009 })
})

test.each(['', 'nothing', 'x'.repeat(5000)])('a session that nobody prepared opens no call', async (session_id) => {
  const call = await openCall(app, session_id)
  expect(await call.event('error')).toMatchObject({ code: 'SESSION_NOT_FOUND' })
  expect(await call.untilClosed()).toMatchObject({ code: 4404 })
})

test('what is no WebSocket at all is answered or closed, and the server continues', async () => {
  const { port } = new URL(app.base_url)
  const socket = connect(Number(port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.write('GET /chat/realtime?session=x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 400/)
  socket.destroy()
  expect(await app.anyone.get('/chat/realtime/health')).toMatchObject({
    status: 200,
    body: { status: 'ok', service: 'realtime', timestamp: expect.any(String) },
  })
})

test('of many who begin messages that never end, those that hold the most are hung up on, and others are heard', async () => {
  const here = await givenCallable(app)
  const large = await Promise.all(Array.from({ length: 6 }, () => onCall(here)))
  const modest = await onCall()
  // Six times 12 MB are more than a process holds.
  for (const { call } of large) call.beginText('['.repeat(12 * 1024 * 1024))
  modest.call.send({ type: 'user_message', message: 'x'.repeat(300_000) })
  expect(await modest.call.event('caption')).toMatchObject({ role: 'user' })
  expect(modest.call.closed()).toBeNull()
  await expect.poll(() => large.filter(({ call }) => call.closed() !== null).length).toBeGreaterThan(0)
  expect(large.filter(({ call }) => call.closed() === null).length).toBeGreaterThan(0)
  for (const { call } of large) call.socket.terminate()
})

test('a client that sends pings and reads no answer is hung up on, before the answers fill the memory', async () => {
  const { call, conversation_id } = await onCall()
  call.socket.pause()
  const isOver = async () => (await callsOf(conversation_id))[0]?.ended_at !== null
  // The system takes some megabytes of answers before they wait in the process.
  for (let sent = 0; sent < 200 && !(await isOver()); sent++)
    for (let n = 0; n < 1000; n++) call.socket.ping(Buffer.alloc(125))
  await expect.poll(isOver).toBe(true)
  call.socket.terminate()
})
