import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { givenPrivateChat, runsOf, saved } from '#testing/chats/private-chat.ts'

const app = await testApp()
const ready = (options: Parameters<typeof givenPrivateChat>[1] = {}) => givenPrivateChat(app, options)

test('a conversation without a contact, and a contact without a conversation, are refused', async () => {
  await using given = await ready()
  for (const half of [{ conversation: { id: 'order-1' } }, { contact: { id: 'customer-1' } }]) {
    const { status, body } = await given.ask('Hello', half)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' })
  }
  expect(given.vendor.requests).toEqual([])
})

test('a message with neither text nor a file is refused', async () => {
  await using given = await ready()
  expect((await given.ask('  \n ')).status).toBe(400)
})

test('another organization’s teammate answers exactly like a missing one, on every route', async () => {
  await using given = await ready()
  await using theirs = await ready()
  const { body } = await theirs.save('Hello')
  const message_id = body.data.assistantMessageId
  const at = (id: string) => `/api/private/employee/${id}/messages`
  const [their, missing] = [at(theirs.teammate.id), at(newId())]

  expect(await given.client.post(their, saved('Hello'))).toLookLike(await given.client.post(missing, saved('Hello')))
  expect((await given.client.post(their, saved('Hello'))).status).toBe(404)
  const query = '?channel=api&conversation_id=order-1'
  expect(await given.client.get(their + query)).toLookLike(await given.client.get(missing + query))
  const like = { channel: 'api', contact_id: 'customer-1', reaction: 'like' }
  const put = (path: string, id: string) => given.client.put(`${path}/${id}/feedback`, like)
  expect(await put(their, message_id)).toLookLike(await put(missing, newId()))
  expect(await put(their, message_id)).toLookLike(await put(given.path, newId()))
  expect(theirs.vendor.requests).toHaveLength(1)
})

test('a deleted teammate answers like a missing one', async () => {
  await using given = await ready({ values: { deleted_at: new Date() } })
  expect((await given.ask('Hello')).status).toBe(404)
})

test('a teammate without a model, or whose vendor is not connected, is not ready', async () => {
  await using given = await ready()
  const unconnected = await app.given.model({ provider: 'vendor_4' })
  for (const model of [null, unconnected.id]) {
    const teammate = await app.given.teammate(given.organization, { model })
    const path = `/api/private/employee/${teammate.id}/messages`
    for (const message of [saved('Hello'), { message: 'Hello', channel: 'api' }]) {
      const { status, body } = await given.client.post(path, message)
      expect(status).toBe(422)
      expect(body).toMatchObject({ success: false, code: 'TEAMMATE_NOT_READY' })
    }
    expect((await given.client.get(`${path}?channel=api&conversation_id=order-1`)).status).toBe(404)
  }
  expect(await runsOf(app, given.organization)).toEqual([])
})

test('the list of a chat that was never saved is not found', async () => {
  await using given = await ready()
  await given.save('Hello')
  const list = (query: string) => given.client.get(`${given.path}?${query}`)
  expect((await list('channel=api&conversation_id=order-1')).status).toBe(200)
  expect((await list('channel=api&conversation_id=order-2')).status).toBe(404)
  expect((await list('channel=web_chat&conversation_id=order-1')).status).toBe(404)
  expect((await list('channel=api')).status).toBe(400)
})

test('a page holds at most fifty messages', async () => {
  await using given = await ready()
  for (const text of ['One', 'Two', 'Three']) await given.save(text)
  const list = (query: string) => given.client.get(`${given.path}?channel=api&conversation_id=order-1&${query}`)
  expect((await list('limit=51')).body).toMatchObject({ limit: 50, total: 6 })
  expect((await list('limit=0')).status).toBe(400)
  expect((await list('page=0')).status).toBe(400)
  expect((await list('limit=50')).body.data).toHaveLength(6)
  const second = await list('limit=4&page=2')
  expect(second.body).toMatchObject({ total: 6, page: 2, hasMore: false })
  expect(second.body.data).toHaveLength(2)
})

test('a run of another organization, a missing one and a malformed id are all not found', async () => {
  await using given = await ready()
  await using theirs = await ready()
  const { body } = await theirs.ask('Hello')
  const show = (id: string) => given.client.get(`/api/private/workflow/run/${id}`)
  expect(await show(body.data.runId)).toLookLike(await show(newId()))
  expect(await show(newId())).toMatchObject({ status: 404, body: { error: 'Workflow run not found' } })
  expect((await show('not-a-run')).status).toBe(404)
})

test('an inactive organization may read its chats but not write', async () => {
  await using given = await ready()
  const { body } = await given.save('Hello')
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, given.organization.id))

  const refused = { status: 403, body: { success: false, code: 'ORGANIZATION_INACTIVE', error: expect.any(String) } }
  expect(await given.save('Hello again')).toMatchObject(refused)
  const feedback = { channel: 'api', contact_id: 'customer-1', reaction: 'like' }
  expect(await given.client.put(`${given.path}/${body.data.assistantMessageId}/feedback`, feedback)).toMatchObject(
    refused,
  )
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body).toMatchObject({ success: true, total: 2 })
  expect((await given.client.get(`/api/private/workflow/run/${body.data.runId}`)).status).toBe(200)
  expect(given.vendor.requests).toHaveLength(1)
})

test('internal chat is closed to programs: nothing is written or stored there, and nothing is found', async () => {
  await using given = await givenPrivateChat(app)
  const refused = { status: 400, body: { code: 'VALIDATION_FAILED', issues: [{ path: 'channel' }] } }
  const channel = 'employee_chat'
  expect(await given.client.post(given.path, { ...saved('Hello'), channel })).toMatchObject(refused)
  expect(await given.ask('Hello', { channel })).toMatchObject(refused)
  expect(await given.client.get(`${given.path}?channel=${channel}&conversation_id=order-1`)).toMatchObject({
    status: 404,
    body: { error: 'Conversation not found' },
  })
  const { body } = await given.save('Hello')
  const feedback = { channel, contact_id: 'customer-1', reaction: 'like' }
  expect(await given.client.put(`${given.path}/${body.data.assistantMessageId}/feedback`, feedback)).toMatchObject({
    status: 404,
    body: { error: 'Message not found' },
  })
  expect(await runsOf(app, given.organization)).toHaveLength(1)
})

test('what is optional may be null', async () => {
  await using given = await givenPrivateChat(app)
  const nothing = { id: null, first_name: null, last_name: null, email: null, phone: null }
  const body = { ...saved('Hello'), contact: nothing, attachments: null, is_async: null }
  expect(await given.client.post(given.path, body)).toMatchObject({ status: 200, body: { data: { message: 'ok' } } })
  const alone = await given.ask('Hello', { conversation: null, contact: null })
  expect(alone).toMatchObject({ status: 200, body: { data: { messageId: null } } })
})

test('base64 may come in lines', async () => {
  await using given = await givenPrivateChat(app)
  const data = Buffer.alloc(120, 'x').toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const file = { name: 'lines.txt', mime_type: 'text/plain', size: 120, data }
  expect((await given.save('See', { attachments: [file] })).status).toBe(200)
  const { body } = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(body.data[1].attachments).toMatchObject([{ name: 'lines.txt', size: 120 }])
})

test('the runs of a personal assistant are nothing to a key', async () => {
  await using given = await givenPrivateChat(app)
  const ally = await app.given.teammate(given.organization, {
    owned_by_user_id: (await app.given.user()).id,
    is_system: true,
  })
  const { body } = await given.save('Hello')
  const { runId } = body.data
  expect((await given.client.get(`/api/private/workflow/run/${runId}`)).status).toBe(200)
  await app.ctx.db.update(runs).set({ employee_id: ally.id }).where(eq(runs.id, runId))
  expect(await given.client.get(`/api/private/workflow/run/${runId}`)).toMatchObject({
    status: 404,
    body: { error: 'Workflow run not found' },
  })
})

test('what a person asks their personal assistant is not for the organization’s key', async () => {
  await using chat = await givenInternalChat(app)
  const ally = (await chat.client.get(`${chat.base}/employees/ally`)).body
  await chat.client.put(`${chat.base}/employees/${ally.id}`, { model: String(chat.teammate.model) })
  const { run_id } = await (await chat.chatOf(chat.admin, ally)).sendAndWait('Between us')
  const client = app.withKey(chat.private_key)
  const missing = await client.get(`/api/private/workflow/run/${newId()}`)
  expect(missing.status).toBe(404)
  expect(await client.get(`/api/private/workflow/run/${run_id}`)).toLookLike(missing)
})
