import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { MessageDelta } from '#contracts/runs.ts'
import { testApp } from '#testing/app.ts'
import { ownRooms } from '#testing/chats/internal-chat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'

const app = await testApp()

async function ready(organizationValues: object = {}) {
  const vendor = await startCustomDouble(null)
  const given = await app.given.organization(organizationValues)
  const teammate = await app.given.connectedTeammate(given.organization, vendor, { name: 'Ada' })
  const client = await app.as(given.admin)
  const path = `/api/organizations/${given.organization.id}/employees/${teammate.id}`
  return { ...given, vendor, teammate, client, path, [Symbol.asyncDispose]: () => vendor.close() }
}

test('an answer streams to its person in order and without a gap, and ends with the whole message', async () => {
  await using given = await ready()
  const token = (await given.client.get('/api/init/whoami')).body.wsToken
  const socket = io(app.base_url, { path: '/realtime', auth: { token }, transports: ['websocket'] })
  await new Promise((resolve) => socket.on('ready', resolve))
  const deltas: MessageDelta[] = []
  socket.on('message_delta', (delta: MessageDelta) => deltas.push(delta))
  const done = new Promise<Message>((resolve) => socket.on('message_done', resolve))

  const words = Array.from({ length: 40 }, (_, n) => `word${n} `)
  given.vendor.reply({ chunks: words, delay_ms: 5 })
  const { status, body } = await given.client.post(`${given.path}/messages`, { message: 'Tell me' })
  expect(status).toBe(200)
  const message = await done
  socket.disconnect()

  expect(message).toMatchObject({ id: body.assistant_message_id, status: 'completed', content: words.join('') })
  expect(deltas.map(({ index }) => index)).toEqual(deltas.map((_, n) => n))
  expect(deltas.length).toBeGreaterThan(1)
  expect(deltas.map(({ delta }) => delta).join('')).toBe(words.join(''))
})

test('a person who reads a growing answer again finds what there is of it, and how many deltas that was', async () => {
  await using given = await ready()
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
  given.vendor.reply({ chunks: ['more ', 'and more'], until: isRead })
  const { body } = await given.client.post(`${given.path}/messages`, { message: 'Tell me' })
  const read = async () => (await given.client.get(`${given.path}/messages`)).body.data[0] as Message
  await expect.poll(async () => (await read()).stream_index).toBe(1)
  expect(await read()).toMatchObject({ id: body.assistant_message_id, status: 'in_progress', content: 'more ' })
  goOn()
  await expect.poll(async () => (await read()).status).toBe('completed')
})

test('messages continue in the current conversation, a new one when asked for, and only the owner reads them', async () => {
  await using given = await ready()
  for (let n = 0; n < 5; n++) given.vendor.reply({ text: 'Fine.' })
  const send = async (more: object) =>
    (await given.client.post(`${given.path}/messages`, { message: 'Hi', ...more })).body
  const first = await send({})
  const same = await send({})
  const other = await send({ create_new_conversation: true })
  const back = await send({ conversation_id: first.conversation_id })
  expect(same.conversation_id).toBe(first.conversation_id)
  expect(other.conversation_id).not.toBe(first.conversation_id)
  expect(back.conversation_id).toBe(first.conversation_id)
  expect((await send({})).conversation_id).toBe(first.conversation_id)

  const colleague = await app.as(given.owner)
  const theirs = `${given.path}/messages?conversation_id=${first.conversation_id}`
  expect((await given.client.get(theirs)).status).toBe(200)
  expect((await colleague.get(theirs)).status).toBe(404)
  expect((await colleague.get(`${given.path}/messages`)).body).toMatchObject({ conversation: null, data: [] })
})

test('a running answer can be stopped once, by its own run and in its own conversation', async () => {
  await using given = await ready()
  given.vendor.reply({ fault: 'hang_midway', chunks: ['on and ', 'on'] })
  const { body } = await given.client.post(`${given.path}/messages`, { message: 'Go on' })
  const stop = (run_id: string) =>
    given.client.post(`${given.path}/conversations/${body.conversation_id}/stop-generation`, { run_id })
  expect(await stop(body.message_id)).toMatchObject({ status: 404, body: { error: 'Generation not found' } })
  expect((await stop(body.run_id)).status).toBe(200)
  await expect
    .poll(async () => (await given.client.get(`${given.path}/messages`)).body.data[0].status)
    .toBe('completed')
  expect(await stop(body.run_id)).toMatchObject({ status: 200, body: { message: 'Generation is not in progress' } })
})

test('in an inactive organization people read on, and nobody answers', async () => {
  await using given = await ready({ status: 'inactive' })
  expect((await given.client.get(`${given.path}/messages`)).status).toBe(200)
  const sent = await given.client.post(`${given.path}/messages`, { message: 'Hello?' })
  expect(sent).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_INACTIVE' } })
})

test('an attached file is read by the person who sees the teammate, and what a browser could execute is only downloaded', async () => {
  await using given = await ready()
  given.vendor.reply({ text: 'Got it.' })
  const page = {
    name: 'пись мо.html',
    mime_type: 'text/html',
    size: 10,
    data: Buffer.from('<script>').toString('base64'),
  }
  await given.client.post(`${given.path}/messages`, { message: 'See file', attachments: [page] })
  const { data } = (await given.client.get(`${given.path}/messages`)).body
  const { url } = data.find((message: Message) => message.role === 'contact').attachments[0]
  const file = await given.client.get(url)
  expect(file.body).toBe('<script>')
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''%D0%BF/)
  expect((await (await app.as(given.owner)).get(url)).body).toBe('<script>')
  expect((await (await app.as(given.member)).get(url)).status).toBe(404)
  expect((await app.anyone.get(url)).status).toBe(401)
})

test('chats with a personal assistant are its person’s alone: what is pushed, and what is attached', async () => {
  await using given = await ready()
  const owned_by_user_id = given.admin.id
  const ally = await app.given.teammate(given.organization, {
    name: 'Ally',
    model: given.teammate.model,
    owned_by_user_id,
    is_system: true,
  })
  const path = given.path.replace(given.teammate.id, ally.id)
  const note = { name: 'note.txt', mime_type: 'text/plain', size: 2, data: Buffer.from('hi').toString('base64') }
  const { body } = await given.client.post(`${path}/messages`, { message: 'Between us', attachments: [note] })
  await app.events.next('message_done', ({ payload }) => payload.id === body.assistant_message_id)
  const rooms = app.events
    .all()
    .filter(({ payload }) => payload.conversation_id === body.conversation_id)
    .flatMap((event) => event.rooms)
  expect(new Set(rooms)).toEqual(new Set([`member:${given.organization.id}:${owned_by_user_id}`]))
  const { data } = (await given.client.get(`${path}/messages`)).body
  const { url } = data.find((message: Message) => message.role === 'contact').attachments[0]
  expect((await given.client.get(url)).status).toBe(200)
  for (const other of [given.owner, given.member]) expect((await (await app.as(other)).get(url)).status).toBe(404)
})

test('chats with a teammate are pushed to anyone who sees the teammate', async () => {
  await using given = await ready()
  const { body } = await given.client.post(`${given.path}/messages`, { message: 'For the team' })
  const inbox = [`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`]
  const sent = await app.events.next('conversation.message_sent', ({ payload }) => payload.id === body.message_id)
  expect(sent.rooms).toEqual(inbox)
  const isAnswer = ({ payload }: { payload: Record<string, unknown> }) => payload.id === body.assistant_message_id
  expect((await app.events.next('conversation.message_updated', isAnswer)).rooms).toEqual(inbox)
  expect((await app.events.next('message_done', isAnswer)).rooms).toEqual(ownRooms(given, given.admin))
})

test('a conversation is called after its first words until it has a title', async () => {
  await using given = await ready()
  given.vendor.reply({ text: 'Yes.' })
  given.vendor.reply({ text: 'No.' })
  await given.client.post(`${given.path}/messages`, { message: '  Where is my parcel?\nIt is late.' })
  await given.client.post(`${given.path}/messages`, { message: 'And the other one?' })
  const { body } = await given.client.get(`${given.path}/conversations`)
  expect(body.data).toMatchObject([{ title: null, temporary_title: 'Where is my parcel?' }])
})
