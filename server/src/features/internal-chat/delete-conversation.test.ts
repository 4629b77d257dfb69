import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInternalChat, ownRooms } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'

const app = await testApp()

test('a deleted chat is gone everywhere, cannot be written into, and is whole again when it is restored', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id: id } = await given.sendAndWait('Hello')
  const one = `${given.path}/conversations/${id}`
  expect(await given.client.delete(one)).toMatchObject({ status: 200, body: { success: true } })

  const missing = { status: 404, body: { success: false, error: 'Conversation not found' } }
  expect((await given.history()).data).toEqual([])
  expect((await given.client.get(`${given.path}/conversations`)).body.data).toEqual([])
  expect(await given.client.get(`${given.path}/messages?conversation_id=${id}`)).toMatchObject(missing)
  expect(await given.send('Still there?', { conversation_id: id })).toMatchObject(missing)
  expect(await given.client.patch(`${one}/title`, { title: 'Gone' })).toMatchObject(missing)
  expect(await given.client.delete(one)).toMatchObject(missing)

  const restored = await given.client.post(`${one}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { id, deleted_at: null, temporary_title: 'Hello' } })
  expect((await given.client.get(`${given.path}/messages?conversation_id=${id}`)).body.data).toHaveLength(2)
  expect((await given.client.post(`${one}/restore`)).body).toEqual(restored.body)
})

test('its owner and the inbox are notified of the deletion with its time, and of the restoration without one', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id: id } = await given.sendAndWait('Hello')
  const isOfThis = ({ payload }: { payload: Record<string, unknown> }) => payload.id === id
  await app.events.next('conversation.updated', isOfThis)
  await given.client.delete(`${given.path}/conversations/${id}`)
  await given.client.post(`${given.path}/conversations/${id}/restore`)
  const [, ...events] = app.events.find('conversation.updated', isOfThis)
  expect(events.map(({ payload }) => payload.deleted_at)).toEqual([expect.any(String), null])
  for (const { rooms } of events) {
    expect(rooms.toSorted()).toEqual(
      [
        `all-teammates:${given.organization.id}`,
        `teammate:${given.teammate.id}`,
        ...ownRooms(given, given.admin),
      ].toSorted(),
    )
  }
})

test('an answer that is being written in a chat ends with the chat', async () => {
  await using given = await givenInternalChat(app)
  given.vendor.reply({ fault: 'hang_midway', chunks: ['on and ', 'on'] })
  const { body } = await given.send('Go on')
  await app.events.next('message_delta', ({ payload }) => payload.run_id === body.run_id)
  await given.client.delete(`${given.path}/conversations/${body.conversation_id}`)
  await expect.poll(async () => (await messageOf(app, body.assistant_message_id)).status).toBe('completed')
  await expect.poll(() => given.vendor.aborted).toBe(1)
})

test('after the current chat is deleted, the next message goes into the latest that is left, or a new one', async () => {
  await using given = await givenInternalChat(app)
  await given.client.post(`${given.path}/conversations/new`)
  const older = await given.sendAndWait('Older', { create_new_conversation: true })
  const current = await given.sendAndWait('Newer', { create_new_conversation: true })
  const remove = (id: string) => given.client.delete(`${given.path}/conversations/${id}`)
  await remove(current.conversation_id)
  expect((await given.sendAndWait('Next')).conversation_id).toBe(older.conversation_id)
  await remove(older.conversation_id)
  const empty = await given.sendAndWait('Into the one that was begun first')
  await remove(empty.conversation_id)
  const { conversation_id } = await given.sendAndWait('Anew')
  expect([older, current, empty].map((chat) => chat.conversation_id)).not.toContain(conversation_id)
})

test('what one deleted is found again, the latest first, until it is restored', async () => {
  await using given = await givenInternalChat(app)
  const deleted = async (query = '') =>
    (await given.client.get(`${given.base}/internal-chat/conversations/deleted${query}`)).body
  const first = await given.sendAndWait('First', { create_new_conversation: true })
  const second = await given.sendAndWait('Second', { create_new_conversation: true })
  await given.sendAndWait('Kept', { create_new_conversation: true })
  expect((await deleted()).data).toEqual([])
  for (const { conversation_id } of [second, first])
    await given.client.delete(`${given.path}/conversations/${conversation_id}`)
  expect(await deleted()).toMatchObject({
    total: 2,
    data: [
      {
        id: first.conversation_id,
        temporary_title: 'First',
        ai_employee: { id: given.teammate.id, name: 'Ada' },
        deleted_at: expect.any(String),
      },
      { id: second.conversation_id },
    ],
  })
  expect(await deleted('?limit=1&page=2')).toMatchObject({ data: [{ id: second.conversation_id }], hasMore: false })

  await given.client.post(`${given.path}/conversations/${first.conversation_id}/restore`)
  expect((await deleted()).data).toMatchObject([{ id: second.conversation_id }])
})

test('nobody finds what another person deleted, and what was said with a deleted teammate waits for its return', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id } = await given.sendAndWait('For me alone')
  await given.client.delete(`${given.path}/conversations/${conversation_id}`)
  const path = `${given.base}/internal-chat/conversations/deleted`
  const idsOf = async (client: typeof given.client) =>
    (await client.get(path)).body.data.map(({ id }: { id: string }) => id)
  expect(await idsOf(given.client)).toEqual([conversation_id])
  expect(await idsOf(await app.as(given.owner))).toEqual([])
  expect(await idsOf(await app.as(given.member))).toEqual([])
  const owner = await app.as(given.owner)
  expect((await owner.post(`${given.path}/conversations/${conversation_id}/restore`)).status).toBe(404)
  await using other = await givenInternalChat(app)
  expect((await other.client.get(path)).status).toBe(404)

  await given.client.delete(given.path)
  expect(await idsOf(given.client)).toEqual([])
  await given.client.post(`${given.base}/employees/bulk-restore`, { ids: [given.teammate.id] })
  expect(await idsOf(given.client)).toEqual([conversation_id])
})
