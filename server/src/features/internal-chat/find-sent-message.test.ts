import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { runsOf } from '#testing/chats/private-chat.ts'

const app = await testApp()

test('a message that is sent again is answered as before and starts nothing', async () => {
  await using given = await givenInternalChat(app)
  const again = { client_message_id: randomUUID() }
  const first = await given.sendAndWait('Hello', again)
  expect((await given.send('Hello', again)).body).toEqual(first)
  expect((await given.send('Hello', { ...again, create_new_conversation: true })).body).toEqual(first)
  expect(given.vendor.requests).toHaveLength(1)
  expect((await given.client.get(`${given.path}/messages`)).body.data).toHaveLength(2)

  const next = await given.sendAndWait('Hello', { client_message_id: randomUUID() })
  expect(next.message_id).not.toBe(first.message_id)
})

test('sent five times at once it is one message, one run and one chat, which is the current one', async () => {
  await using given = await givenInternalChat(app)
  const file = { name: 'a.txt', mime_type: 'text/plain', size: 1, data: 'eA==' }
  const body = { client_message_id: newId(), create_new_conversation: true, attachments: [file] }
  const answers = await Promise.all(Array.from({ length: 5 }, () => given.send('Hello', body)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const [first] = answers
  for (const { body } of answers) expect(body).toEqual(first?.body)
  expect(await runsOf(app, given.organization)).toHaveLength(1)
  expect((await given.history()).data).toMatchObject([{ id: first?.body.conversation_id }])
  const current = (await given.client.get(`${given.path}/messages`)).body
  expect(current.conversation.id).toBe(first?.body.conversation_id)
  expect(current.data[1].attachments).toHaveLength(1)
})

test('two people, or two organizations, with the same id know nothing of each other', async () => {
  await using given = await givenInternalChat(app)
  await using elsewhere = await givenInternalChat(app)
  const same = { client_message_id: newId() }
  const own = await given.sendAndWait('Mine', same)
  const owner = await (await given.chatOf(given.owner)).sendAndWait('Theirs', same)
  const other = await elsewhere.sendAndWait('Elsewhere', same)
  expect(new Set([own, owner, other].map(({ message_id }) => message_id)).size).toBe(3)
})

test('an id that the caller has used with another teammate is refused', async () => {
  await using given = await givenInternalChat(app)
  const bob = await app.given.teammate(given.organization, { name: 'Bob', model: given.teammate.model })
  const same = { client_message_id: newId() }
  await given.sendAndWait('To Ada', same)
  const refused = await (await given.chatOf(given.admin, bob)).send('To Bob', same)
  expect(refused).toMatchObject({ status: 409, body: { success: false, code: 'CLIENT_MESSAGE_ID_TAKEN' } })
})
