import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { participants } from '#features/conversations/table.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'

const app = await testApp()

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test('the history has the caller’s chats with all teammates, the latest first, each with its teammate', async () => {
  await using given = await givenInternalChat(app)
  const bob = await app.given.teammate(given.organization, { name: 'Bob', model: given.teammate.model })
  const withBob = await given.chatOf(given.admin, bob)
  const first = await given.sendAndWait('To Ada')
  const second = await withBob.sendAndWait('To Bob')
  const third = await given.sendAndWait('To Ada again', { create_new_conversation: true })
  await given.client.post(`${given.path}/conversations/new`)

  expect(await given.history()).toMatchObject({ page: 1, limit: 20, total: 3, hasMore: false })
  expect((await given.history()).data).toMatchObject([
    { id: third.conversation_id, temporary_title: 'To Ada again', ai_employee: { id: given.teammate.id, name: 'Ada' } },
    { id: second.conversation_id, ai_employee: { id: bob.id, name: 'Bob' } },
    { id: first.conversation_id },
  ])
  await given.sendAndWait('And once more', { conversation_id: first.conversation_id })
  const page = await given.history('?page=1&limit=2')
  expect(page).toMatchObject({ limit: 2, total: 3, hasMore: true })
  expect(idsOf(page)).toEqual([first.conversation_id, third.conversation_id])
  expect(idsOf(await given.history('?page=2&limit=2'))).toEqual([second.conversation_id])
})

test('nobody sees another person’s chats, not even an owner, and nobody those of another organization', async () => {
  await using given = await givenInternalChat(app)
  await given.sendAndWait('For me alone')
  const owner = await given.chatOf(given.owner)
  expect((await owner.history()).data).toEqual([])

  await using other = await givenInternalChat(app)
  const { conversation_id } = await other.sendAndWait('Elsewhere')
  expect(idsOf(await other.history())).toEqual([conversation_id])
})

test('who loses access to a teammate loses its chats, and has them again with the access', async () => {
  await using given = await givenInternalChat(app)
  const group = await app.given.accessGroup(given.organization, { users: [given.member], teammates: [given.teammate] })
  const member = await given.chatOf(given.member)
  const { conversation_id } = await member.sendAndWait('Hello')
  expect(idsOf(await member.history())).toEqual([conversation_id])

  expect((await given.client.delete(`${given.base}/access-groups/${group.id}`)).status).toBe(200)
  expect(await member.history()).toMatchObject({ data: [], total: 0 })
  await app.given.accessGroup(given.organization, { users: [given.member], teammates: [given.teammate] })
  expect(idsOf(await member.history())).toEqual([conversation_id])
})

test('a member’s chats with the own personal assistant need no access group', async () => {
  await using given = await givenInternalChat(app)
  const ally = (await (await app.as(given.member)).get(`${given.base}/employees/ally`)).body
  const member = await given.chatOf(given.member, ally)
  await (await app.as(given.member)).put(`${given.base}/employees/${ally.id}`, {
    name: 'Ally',
    model: String(given.teammate.model),
  })
  const { conversation_id } = await member.sendAndWait('Hello')
  expect((await member.history()).data).toMatchObject([{ id: conversation_id, ai_employee: { name: 'Ally' } }])
})

test('a deleted teammate takes its chats along, and a restored one brings them back', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id } = await given.sendAndWait('Hello')
  const ids = [given.teammate.id]
  await given.client.post(`${given.base}/employees/bulk-delete`, { ids })
  expect((await given.history()).data).toEqual([])
  await given.client.post(`${given.base}/employees/bulk-restore`, { ids })
  expect(idsOf(await given.history())).toEqual([conversation_id])
})

test('a chat in which one takes part no longer is gone from history, list and messages alike', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id } = await given.sendAndWait('Hello')
  await app.ctx.db
    .update(participants)
    .set({ is_active: false })
    .where(eq(participants.conversation_id, conversation_id))
  expect((await given.history()).data).toEqual([])
  expect((await given.client.get(`${given.path}/conversations`)).body.data).toEqual([])
  const messages = await given.client.get(`${given.path}/messages?conversation_id=${conversation_id}`)
  expect(messages).toMatchObject({ status: 404, body: { error: 'Conversation not found' } })
})
