import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenPrivateChat, saved } from '#testing/chats/private-chat.ts'

const app = await testApp()

async function answered() {
  const given = await givenPrivateChat(app)
  const { body } = await given.save('Where is my order?')
  const { messageId: question, assistantMessageId: answer } = body.data
  const give = (id: string, more: object = {}) =>
    given.client.put(`${given.path}/${id}/feedback`, {
      channel: 'api',
      contact_id: 'customer-1',
      reaction: 'like',
      ...more,
    })
  return { ...given, question, answer, give }
}

const missing = { status: 404, body: { success: false, error: 'Message not found' } }

test('a contact’s opinion of an answer is kept with the message', async () => {
  await using given = await answered()
  const { body } = await given.give(given.answer, { feedback_comment: 'Quick!' })
  expect(body.data).toMatchObject({ id: given.answer, reaction: 'like', feedback_comment: 'Quick!' })
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body.data[0]).toMatchObject({ reaction: 'like', feedback_comment: 'Quick!' })
})

test('a reaction of null takes reaction and comment away', async () => {
  await using given = await answered()
  await given.give(given.answer, { reaction: 'dislike', feedback_comment: 'Slow.' })
  const { status, body } = await given.give(given.answer, { reaction: null })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ reaction: null, feedback_comment: null })
})

test('a comment may have 500 characters and no more', async () => {
  await using given = await answered()
  expect((await given.give(given.answer, { feedback_comment: 'x'.repeat(500) })).status).toBe(200)
  expect((await given.give(given.answer, { feedback_comment: 'x'.repeat(501) })).status).toBe(400)
  expect((await given.give(given.answer, { reaction: 'love' })).status).toBe(400)
})

test('feedback out of scope finds no message: another contact, channel or teammate, or the contact’s own words', async () => {
  await using given = await answered()
  const other = await app.given.teammate(given.organization)
  expect(await given.give(given.answer, { contact_id: 'customer-2' })).toMatchObject(missing)
  expect(await given.give(given.answer, { channel: 'web_chat' })).toMatchObject(missing)
  expect(await given.give(given.question)).toMatchObject(missing)
  expect(await given.give(newId())).toMatchObject(missing)
  const path = `/api/private/employee/${other.id}/messages/${given.answer}/feedback`
  const like = { channel: 'api', contact_id: 'customer-1', reaction: 'like' }
  expect(await given.client.put(path, like)).toMatchObject(missing)
})

test('feedback on another organization’s answer finds no message', async () => {
  await using given = await answered()
  await using theirs = await answered()
  const path = `${theirs.path}/${theirs.answer}/feedback`
  const like = { channel: 'api', contact_id: 'customer-1', reaction: 'like' }
  expect(await given.client.put(path, like)).toMatchObject(missing)
  expect(await given.give(theirs.answer)).toMatchObject(missing)
})

test('a second contact of a conversation takes part from its first message on and may give feedback', async () => {
  await using given = await answered()
  expect(await given.give(given.answer, { contact_id: 'colleague' })).toMatchObject(missing)
  await given.client.post(given.path, saved('I join.', 'order-1', { id: 'colleague' }))
  expect((await given.give(given.answer, { contact_id: 'colleague' })).status).toBe(200)
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body.total).toBe(4)
})

test('an answer that still grows takes no feedback, and a fixed text does', async () => {
  await using given = await answered()
  await app.ctx.db.update(messages).set({ status: 'in_progress' }).where(eq(messages.id, given.answer))
  expect(await given.give(given.answer)).toMatchObject({ status: 409, body: { code: 'FEEDBACK_NOT_ACCEPTED' } })
  await app.ctx.db.update(messages).set({ status: 'completed', role: 'bot' }).where(eq(messages.id, given.answer))
  expect((await given.give(given.answer)).status).toBe(200)
})
