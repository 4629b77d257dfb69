import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat, ownRooms } from '#testing/chats/internal-chat.ts'
import type { Client } from '#testing/client.ts'

const app = await testApp()

async function answered() {
  const given = await givenInternalChat(app)
  given.vendor.reply({ text: 'It is on its way.' })
  const sent = await given.sendAndWait('Where is my parcel?')
  const pathOf = (message: string, conversation = sent.conversation_id) =>
    `${given.base}/conversations/${conversation}/messages/${message}/feedback`
  const give = (body: object, message = sent.assistant_message_id, client: Client = given.client) =>
    client.put(pathOf(message), body)
  return { ...given, sent, pathOf, give }
}

const noMessage = { status: 404, body: { success: false, error: 'Message not found' } }
const noConversation = { status: 404, body: { success: false, error: 'Conversation not found' } }
const refused = { status: 409, body: { success: false, code: 'FEEDBACK_NOT_ACCEPTED' } }

test('an opinion is kept with the answer; a comment left out stays, and a reaction taken back takes it along', async () => {
  await using given = await answered()
  const full = { reaction: 'dislike', feedback_comment: 'Too vague.' }
  expect(await given.give(full)).toMatchObject({ status: 200, body: { id: given.sent.assistant_message_id, ...full } })
  expect((await given.give({ reaction: 'like' })).body).toMatchObject({ ...full, reaction: 'like' })
  const { data } = (await given.client.get(`${given.path}/messages`)).body
  expect(data[0]).toMatchObject({ reaction: 'like', feedback_comment: 'Too vague.' })
  expect((await given.give({ reaction: null })).body).toMatchObject({ reaction: null, feedback_comment: null })
})

test('the person’s other tabs and the inbox are notified of it, each under its own name', async () => {
  await using given = await answered()
  const { body } = await given.give({ reaction: 'like' })
  const eventsOf = (name: string) =>
    app.events.find(name, ({ payload }) => payload.reaction === 'like' && payload.id === body.id)
  expect(eventsOf('internal.message_updated')).toMatchObject([{ rooms: ownRooms(given, given.admin), payload: body }])
  const inbox = [`teammate:${given.teammate.id}`, `all-teammates:${given.organization.id}`]
  expect(eventsOf('conversation.message_updated')).toMatchObject([{ rooms: inbox, payload: body }])
})

test('a comment may have 500 characters and no more', async () => {
  await using given = await answered()
  const comment = (length: number) => given.give({ reaction: 'like', feedback_comment: 'x'.repeat(length) })
  expect((await comment(500)).status).toBe(200)
  expect((await comment(501)).status).toBe(400)
  expect((await given.give({ reaction: 'love' })).status).toBe(400)
})

test('the own question, a growing answer, and one that failed without a word take no feedback', async () => {
  await using given = await answered()
  expect(await given.give({ reaction: 'like' }, given.sent.message_id)).toMatchObject(refused)
  const answer = eq(messages.id, given.sent.assistant_message_id)
  for (const values of [{ status: 'in_progress' }, { status: 'failed', content: '' }, { role: 'operator' }] as const) {
    await app.ctx.db
      .update(messages)
      .set({ role: 'ai', status: 'completed', content: 'Yes', ...values })
      .where(answer)
    expect(await given.give({ reaction: 'like' })).toMatchObject(refused)
  }
  for (const values of [{ status: 'failed', content: 'It' }, { role: 'bot' }] as const) {
    await app.ctx.db
      .update(messages)
      .set({ role: 'ai', status: 'completed', content: 'Yes', ...values })
      .where(answer)
    expect((await given.give({ reaction: 'like' })).status).toBe(200)
  }
})

test('only the chat’s own person may judge, and only in the chat to which the answer belongs', async () => {
  await using given = await answered()
  const like = { reaction: 'like' }
  const owner = await app.as(given.owner)
  expect(await given.give(like, given.sent.assistant_message_id, owner)).toMatchObject(noConversation)
  expect(await given.give(like, newId())).toMatchObject(noMessage)

  await using theirs = await answered()
  expect(await given.give(like, theirs.sent.assistant_message_id)).toMatchObject(noMessage)
  const other = await given.sendAndWait('Another chat', { create_new_conversation: true })
  const elsewhere = given.pathOf(given.sent.assistant_message_id, other.conversation_id)
  expect(await given.client.put(elsewhere, like)).toMatchObject(noMessage)

  await given.client.delete(`${given.path}/conversations/${given.sent.conversation_id}`)
  expect(await given.give(like)).toMatchObject(noConversation)
})

test('a person gives feedback thirty times a minute and then waits; their colleagues do not', async () => {
  await using given = await answered()
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await given.give({ reaction: n % 2 ? 'like' : 'dislike' }))
  expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  const last = answers[30]
  expect(last?.status).toBe(429)
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await given.give({ reaction: 'like' }, newId(), await app.as(given.owner))).status).toBe(404)
})
