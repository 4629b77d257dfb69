import { expect, test } from 'vitest'
import type { Note } from '#contracts/notes.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { givenWebchat, openBrowser } from '#testing/chats/webchat.ts'

const app = await testApp()
const SECRET = 'The customer is furious, be careful'

async function ready() {
  const given = await givenInbox(app)
  const id = await given.open()
  const notes = given.at(id, '/notes')
  return {
    ...given,
    id,
    notes,
    write: async (content: string, more: object = {}): Promise<Note> => {
      const { status, body } = await given.operator.post(notes, { content, ...more })
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },
    texts: async (client = given.operator): Promise<string[]> =>
      (await client.get(notes)).body.data.map(({ content }: Note) => content),
  }
}

test('notes are listed newest first with who wrote them, and change nothing in their conversation', async () => {
  await using given = await ready()
  const before = (await given.operator.get(given.at(given.id))).body
  const note = await given.write('First')
  await given.write('Second')
  expect(note).toMatchObject({
    content: 'First',
    author: { id: given.owner.id, name: given.owner.name },
    mentioned_users: [],
    edited_at: null,
  })
  expect(await given.texts()).toEqual(['Second', 'First'])
  expect((await given.operator.get(`${given.notes}?limit=1&page=2`)).body).toMatchObject({
    data: [{ content: 'First' }],
    total: 2,
    hasMore: false,
  })
  expect((await given.operator.get(given.at(given.id))).body).toEqual(before)
})

test('a note that is sent again under its id is one note, eight times at once', async () => {
  await using given = await ready()
  const body = { content: 'Once', client_note_id: newId() }
  const sent = await Promise.all(Array.from({ length: 8 }, () => given.operator.post(given.notes, body)))
  expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(sent.map((answer) => answer.body.id)).size).toBe(1)
  expect(await given.texts()).toEqual(['Once'])
  const elsewhere = await given.operator.post(given.at(await given.open(), '/notes'), body)
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'CLIENT_NOTE_ID_TAKEN' } })
})

test('a note is changed by the person who wrote it, and deleted by them or an admin', async () => {
  await using given = await ready()
  const member = await app.given.membership(given.organization, 'member')
  await app.given.accessGroup(given.organization, { users: [member], teammates: [given.teammate] })
  const admin = await app.as(await app.given.membership(given.organization, 'admin'))
  const client = await app.as(member)
  const { id } = await given.write('Frist')
  const path = `${given.notes}/${id}`
  expect((await client.patch(path, { content: 'Mine' })).status).toBe(403)
  expect((await client.delete(path)).status).toBe(403)
  expect((await admin.patch(path, { content: 'Mine' })).status).toBe(403)
  expect((await given.operator.patch(path, { content: 'First' })).body).toMatchObject({
    content: 'First',
    edited_at: expect.any(String),
  })
  expect((await admin.delete(path)).status).toBe(200)
  expect((await given.operator.patch(path, { content: 'Again' })).status).toBe(404)
  expect(await given.texts()).toEqual([])
  const own = (await client.post(given.notes, { content: 'By a member' })).body
  expect((await client.delete(`${given.notes}/${own.id}`)).status).toBe(200)
})

test('a person who does not see the conversation reads and writes no note in it', async () => {
  await using given = await ready()
  await using other = await ready()
  const member = await app.as(await app.given.membership(given.organization, 'member'))
  const note = await given.write(SECRET)
  for (const [client, base] of [
    [member, given.base],
    [other.operator, given.base],
    [other.operator, other.base],
  ] as const) {
    const conversation = `${base}/conversations/${given.id}`
    const tried = [
      await client.get(`${conversation}/notes`),
      await client.post(`${conversation}/notes`, { content: 'From an outsider' }),
      await client.patch(`${conversation}/notes/${note.id}`, { content: 'Changed' }),
      await client.delete(`${conversation}/notes/${note.id}`),
      await client.get(`${conversation}/viewers`),
      await client.post(`${base}/mentions/read`, { conversation_id: given.id }),
      await client.put(`${conversation}/labels`, { label_ids: [] }),
    ]
    expect(tried.map(({ status }) => status)).toEqual(Array(7).fill(404))
  }
  // A note is no way into another conversation either.
  const elsewhere = `${given.at(await given.open())}/notes/${note.id}`
  expect((await given.operator.patch(elsewhere, { content: 'Changed' })).status).toBe(404)
  expect(await given.texts()).toEqual([SECRET])
})

test('an empty, an endless and a malformed note are refused', async () => {
  await using given = await ready()
  const bodies = [
    {},
    { content: ' \n' },
    { content: '\0' },
    { content: 'x'.repeat(20_001) },
    { content: 'x', client_note_id: 'mine' },
    { content: 'x', mentioned_user_ids: ['x'] },
    { content: 'x', mentioned_user_ids: Array.from({ length: 51 }, newId) },
  ]
  for (const body of bodies) expect((await given.operator.post(given.notes, body)).status).toBe(400)
  expect(await given.texts()).toEqual([])
})

test('notes are pushed to those who see the conversation, and to nobody else', async () => {
  await using given = await ready()
  const { id } = await given.write('One')
  await given.operator.patch(`${given.notes}/${id}`, { content: 'Two' })
  await given.operator.delete(`${given.notes}/${id}`)
  const rooms = [`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`]
  for (const name of ['note_created', 'note_updated', 'note_deleted']) {
    const events = app.events.find(`conversation.${name}`, ({ payload }) => payload.id === id)
    expect(
      events.map((event) => event.rooms),
      name,
    ).toEqual([rooms])
  }
})

test('a visitor never receives or reads a note, and the model is never sent one', async () => {
  await using given = await givenWebchat(app)
  const browser = openBrowser(app, given.organization)
  const { conversation } = await browser.sendAndWait('Hi')
  const listener = await browser.listen()
  const inbox = `${given.base}/conversations/${conversation.id}`
  const { body: note } = await given.asAdmin.post(`${inbox}/notes`, { content: SECRET })
  await given.asAdmin.patch(`${inbox}/notes/${note.id}`, { content: `${SECRET}!` })
  const { body: label } = await given.asAdmin.post(`${given.base}/labels`, { name: 'Furious', color: 'red' })
  await given.asAdmin.put(`${inbox}/labels`, { label_ids: [label.id] })
  await browser.sendAndWait('Are you there?')
  await expect.poll(() => listener.received.some(({ payload }) => payload.content === 'Are you there?')).toBe(true)
  await given.asAdmin.delete(`${inbox}/notes/${note.id}`)
  await given.asAdmin.post(`${inbox}/messages`, { content: 'A person is here.' })
  await expect.poll(() => listener.received.some(({ payload }) => payload.content === 'A person is here.')).toBe(true)

  expect(listener.names().filter((name) => !/^(webchat\.|message_|tool_call_)/.test(name))).toEqual([])
  const read = await Promise.all(['/messages', '/conversations', '/init'].map((path) => browser.get(path)))
  const shown = JSON.stringify([listener.received, read.map(({ body }) => body)])
  expect(shown).toContain('A person is here.')
  expect(shown).not.toMatch(/furious/i)
  const sent = JSON.stringify(given.vendor.requests.map(({ body }) => body))
  expect(sent).toContain('Are you there?')
  expect(sent).not.toMatch(/furious/i)
})

test('the colleague whose chat it is does not find notes in it, and their teammate does not know them', async () => {
  await using given = await givenInternalChat(app)
  await app.given.accessGroup(given.organization, { users: [given.member], teammates: [given.teammate] })
  const chat = await given.chatOf(given.member)
  const { conversation_id } = await chat.sendAndWait('Hello')
  await given.client.post(`${given.base}/conversations/${conversation_id}/notes`, { content: SECRET })
  await chat.sendAndWait('And now?', { conversation_id })
  const read = await Promise.all(
    [
      `${chat.path}/messages?conversation_id=${conversation_id}`,
      `${given.base}/internal-chat/conversations`,
      `${given.base}/internal-chat/conversations?q=furious`,
    ].map((path) => chat.client.get(path)),
  )
  expect(JSON.stringify(read.map(({ body }) => body))).toContain('And now?')
  expect(JSON.stringify(read.map(({ body }) => body))).not.toContain(SECRET)
  expect(JSON.stringify(given.vendor.requests.map(({ body }) => body))).not.toContain(SECRET)
})
