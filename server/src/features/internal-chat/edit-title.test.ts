import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInternalChat, ownRooms } from '#testing/chats/internal-chat.ts'

const app = await testApp()

test('a person calls a chat as they like, and their other tabs and the inbox are notified of it, and nobody else', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id: id } = await given.sendAndWait('Where is my parcel?')
  const { status, body } = await given.client.patch(`${given.path}/conversations/${id}/title`, { title: '  Parcels ' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, title: 'Parcels', title_source: 'user', temporary_title: 'Where is my parcel?' })
  expect((await given.history()).data).toMatchObject([{ id, title: 'Parcels' }])

  const [event, ...more] = app.events.find('conversation.title_updated', ({ payload }) => payload.id === id)
  expect(more).toEqual([])
  expect(event?.payload).toEqual(body)
  expect(event?.rooms.toSorted()).toEqual(
    [
      `all-teammates:${given.organization.id}`,
      `teammate:${given.teammate.id}`,
      ...ownRooms(given, given.admin),
    ].toSorted(),
  )
})

test('a title of nothing or of more than 200 characters is refused', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id: id } = await given.sendAndWait('Hello')
  const rename = (title: string) => given.client.patch(`${given.path}/conversations/${id}/title`, { title })
  expect((await rename('x'.repeat(200))).status).toBe(200)
  expect((await rename('x'.repeat(201))).status).toBe(400)
  expect((await rename('  ')).status).toBe(400)
})

test('another person’s chat, or one with another teammate, is missing to anyone who would name, delete or restore it', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id: id } = await given.sendAndWait('Hello')
  const bob = await app.given.teammate(given.organization)
  const outsiders = [await given.chatOf(given.owner), await given.chatOf(given.admin, bob)]
  for (const { client, path } of outsiders) {
    const one = `${path}/conversations/${id}`
    const missing = { status: 404, body: { success: false, error: 'Conversation not found' } }
    expect(await client.patch(`${one}/title`, { title: 'Mine' })).toMatchObject(missing)
    expect(await client.delete(one)).toMatchObject(missing)
    expect(await client.post(`${one}/restore`)).toMatchObject(missing)
  }
  expect((await given.history()).data).toMatchObject([{ id, title: null, deleted_at: null }])
})
