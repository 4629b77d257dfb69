import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { conversations } from '#features/conversations/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenCallable, openCall, sessionPath } from '#testing/calls/voice.ts'
import { WEBCHAT } from '#testing/chats/webchat.ts'

const app = await ownTestApp()
const MINUTE_MS = 60_000

test('a colleague prepares a call in a new chat or in one of theirs, and its socket is opened once', async () => {
  const { client, path } = await givenCallable(app)
  const created = await client.post(path, { create_new_conversation: true })
  expect(created.status).toBe(200)
  const { session_id, conversation_id, websocket_url } = created.body
  expect(websocket_url).toMatch(new RegExp(`^ws://.*/chat/realtime\\?session=${session_id}$`))
  const again = await client.post(path, { conversation_id })
  expect(again.body).toMatchObject({ conversation_id })
  expect(again.body.session_id).not.toBe(session_id)

  const call = await openCall(app, session_id)
  expect(await call.event('session.created')).toMatchObject({
    session_id,
    conversation_id,
    ai_employee: { name: 'Ada' },
    sample_rate: 24_000,
  })
  const second = await openCall(app, session_id)
  expect(await second.event('error')).toMatchObject({ code: 'SESSION_NOT_FOUND', is_final: true })
  expect(await second.untilClosed()).toMatchObject({ code: 4404 })
})

test.each([
  {},
  { create_new_conversation: false },
  { create_new_conversation: true, conversation_id: '0199a0de-0000-7000-8000-000000000001' },
  { create_new_conversation: 'yes' },
  { conversation_id: 'none' },
])('a call asks for exactly one of a conversation and a new one: %j', async (body) => {
  const { client, path } = await givenCallable(app)
  expect(await client.post(path, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
})

test('null is the same as absent in what a call asks for', async () => {
  const { client, path } = await givenCallable(app)
  const { body } = await client.post(path, { conversation_id: null, create_new_conversation: true })
  const again = await client.post(path, { conversation_id: body.conversation_id, create_new_conversation: null })
  expect(again).toMatchObject({ status: 200, body: { conversation_id: body.conversation_id } })
})

test('a session ends after 20 minutes', async () => {
  const { client, path } = await givenCallable(app)
  const { body } = await client.post(path, { create_new_conversation: true })
  const other = await client.post(path, { create_new_conversation: true })
  app.clock.advance(19 * MINUTE_MS)
  expect(await (await openCall(app, body.session_id)).event('session.created')).toBeDefined()
  app.clock.advance(MINUTE_MS + 1000)
  expect(await (await openCall(app, other.body.session_id)).event('error')).toMatchObject({ code: 'SESSION_NOT_FOUND' })
})

test('chats of others, teammates of others and other organizations are not found', async () => {
  const { client, path, organization, teammate, admin, member } = await givenCallable(app)
  const { body } = await client.post(path, { create_new_conversation: true })
  const { conversation_id } = body
  expect(await (await app.as(admin)).post(path, { conversation_id })).toMatchObject({ status: 404 })
  expect(await (await app.as(member)).post(path, { create_new_conversation: true })).toMatchObject({ status: 404 })
  const elsewhere = await givenCallable(app)
  expect(await elsewhere.client.post(path, { conversation_id })).toMatchObject({ status: 404 })
  expect(await elsewhere.client.post(sessionPath(elsewhere.organization, teammate), { conversation_id })).toMatchObject(
    {
      status: 404,
    },
  )
  expect(await elsewhere.client.post(sessionPath(organization, elsewhere.teammate), { conversation_id })).toMatchObject(
    {
      status: 404,
    },
  )
  expect(await app.anyone.post(path, { conversation_id })).toMatchObject({ status: 401 })
})

test('a teammate without a voice, or in an inactive organization, cannot be called', async () => {
  const mute = await givenCallable(app, { voice: null, tts_model: null })
  const refused = { status: 422, body: { code: 'NO_VOICE' } }
  expect(await mute.client.post(mute.path, { create_new_conversation: true })).toMatchObject(refused)
  const deaf = await givenCallable(app, { stt_model: null })
  expect(await deaf.client.post(deaf.path, { create_new_conversation: true })).toMatchObject(refused)
  const { data } = (
    await deaf.client.get(`/api/organizations/${deaf.organization.id}/employees/${deaf.teammate.id}/conversations`)
  ).body
  expect(data).toEqual([])

  const { client, path, organization } = await givenCallable(app)
  const prepared = await client.post(path, { create_new_conversation: true })
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
  expect(await client.post(path, { create_new_conversation: true })).toMatchObject({
    status: 403,
    body: { code: 'ORGANIZATION_INACTIVE' },
  })
  const call = await openCall(app, prepared.body.session_id)
  expect(await call.event('error')).toMatchObject({ code: 'ORGANIZATION_INACTIVE', is_final: true })
  expect(await call.untilClosed()).toMatchObject({ code: 4403 })
})

test('a visitor calls in a conversation of theirs that is active, and in no other', async () => {
  const { organization, teammate, client } = await givenCallable(app, { channel: 'Web Chat' })
  const made = await client.post(`/api/organizations/${organization.id}/webchat-entry-points`, {
    name: 'Shop',
    employee_id: teammate.id,
  })
  const entry: string = made.body.id
  const visitor = await app.given.visitor(organization)
  const init = await visitor.get(`${WEBCHAT}/init?event_id=${entry}`)
  expect(init.body.data).toMatchObject({ voice: { is_available: true } })
  const begun = await visitor.post(`${WEBCHAT}/conversations/new`, { event_id: entry })
  const conversation_id = begun.body.data.conversation.id
  const path = `/chat/realtime/create-session/${entry}`
  const created = await visitor.post(path, { conversation_id })
  expect(created).toMatchObject({ status: 200, body: { success: true, data: { conversation_id } } })
  const call = await openCall(app, created.body.data.session_id)
  expect(await call.event('session.created')).toMatchObject({ conversation_id })
  const unnamed = await visitor.post('/chat/realtime/create-session/default', { conversation_id })
  expect(unnamed).toMatchObject({ status: 200 })

  expect(await (await app.given.visitor(organization)).post(path, { conversation_id })).toMatchObject({ status: 404 })
  expect(await visitor.post('/chat/realtime/create-session/nowhere', { conversation_id })).toMatchObject({
    status: 404,
  })
  expect(await visitor.post(path, {})).toMatchObject({ status: 400 })
  await app.ctx.db.update(conversations).set({ status: 'archived' }).where(eq(conversations.id, conversation_id))
  expect(await visitor.post(path, { conversation_id })).toMatchObject({
    status: 409,
    body: { code: 'CONVERSATION_NOT_ACTIVE' },
  })
})
