import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { WebchatConversation } from '#contracts/webchat.ts'
import { conversations } from '#features/conversations/table.ts'
import { runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp()

const eight = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 8 }, (_, n) => work(n)))
const conversationsOf = ({ id }: { id: string }) =>
  app.ctx.db.select().from(conversations).where(eq(conversations.organization_id, id))

test('eight first messages at once begin one conversation, and none of them is lost', async () => {
  await using given = await givenWebchat(app)
  const answers = await eight((n) => given.browser().send(`Message ${n}`, { contact: { external_id: 'u-1' } }))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const [row, ...more] = await conversationsOf(given.organization)
  expect(more).toEqual([])
  const { body } = await given.browser().get('/messages?contact_external_id=u-1&limit=100')
  expect(body.conversation.id).toBe(row?.id)
  const sent = body.data.filter(({ role }: { role: string }) => role === 'contact')
  expect(new Set(sent.map(({ content }: { content: string }) => content)).size).toBe(8)
})

test('eight that are begun at once before anything is said are one too, unless the entry point has many', async () => {
  await using given = await givenWebchat(app)
  const begin = (body: object) => eight(() => given.browser().call('POST', '/conversations/new', body))
  const one = await begin({ contact: { external_id: 'u-1' } })
  expect(new Set(one.map(({ body }) => body.data.conversation.id)).size).toBe(1)
  const event_id = await given.entryPoint({ multi_conversations: true })
  const many = await begin({ contact: { external_id: 'u-2' }, event_id })
  expect(new Set(many.map(({ body }) => body.data.conversation.id)).size).toBe(8)
})

test('where there are many each message without a conversation begins one, and one with it continues there', async () => {
  await using given = await givenWebchat(app)
  const event_id = await given.entryPoint({ multi_conversations: true })
  const contact = { external_id: 'u-1' }
  const answers = await eight((n) => given.browser().send(`Message ${n}`, { contact, event_id }))
  const ids = new Set<string>(answers.map(({ body }) => body.data.conversation.id))
  expect(ids.size).toBe(8)
  const browser = given.browser()
  const [conversation_id] = ids
  const sent = await browser.sendAndWait('There', { contact, event_id, conversation_id })
  expect(sent.conversation.id).toBe(conversation_id)
  const { body } = await browser.get(`/conversations?event_id=${event_id}&limit=3`)
  expect(body).toMatchObject({ total: 8, limit: 3, hasMore: true })
  expect(body.data[0]).toMatchObject({ id: conversation_id, last_message: { role: 'ai' } })
})

test('one message that is sent eight times at once is one message', async () => {
  await using given = await givenWebchat(app)
  const sent = { contact: { external_id: 'u-1' }, client_message_id: newId() }
  const answers = await eight(() => given.browser().send('Once', sent))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.data.message.id)).size).toBe(1)
  expect(new Set(answers.map(({ body }) => body.data.answer.id)).size).toBe(1)
  const started = await app.ctx.db.select().from(runs).where(eq(runs.organization_id, given.organization.id))
  expect(started).toHaveLength(1)
})

test('history is read page by page', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  for (const message of ['One', 'Two', 'Three']) await browser.sendAndWait(message)
  const first = (await browser.get('/messages?limit=4')).body
  expect(first).toMatchObject({ hasMore: true, next: first.data[3].id })
  const second = (await browser.get(`/messages?limit=4&limiter=${first.next}`)).body
  expect(second).toMatchObject({ hasMore: false, next: null })
  const contents = [...first.data, ...second.data].filter(({ role }) => role === 'contact')
  expect(contents.map(({ content }) => content)).toEqual(['Three', 'Two', 'One'])
})

test('an archived conversation takes no message until it is taken out, and the next one without it begins another', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const { conversation } = await browser.sendAndWait('Hi')
  const path = `/conversations/${conversation.id}`
  const archived = await browser.call('PATCH', `${path}/archive`, {})
  expect(archived.body.data).toMatchObject({ status: 'archived', ai_agent_enabled: false })
  const inactive = { status: 409, body: { code: 'CONVERSATION_NOT_ACTIVE' } }
  expect(await browser.send('More', { conversation_id: conversation.id })).toMatchObject(inactive)
  expect(await browser.call('POST', `${path}/request-operator`, {})).toMatchObject(inactive)
  const other = await browser.sendAndWait('Anew')
  expect(other.conversation.id).not.toBe(conversation.id)
  const list = async (status: string) =>
    (await browser.get(`/conversations?status=${status}`)).body.data.map(({ id }: WebchatConversation) => id)
  expect(await list('archived')).toEqual([conversation.id])
  expect((await browser.call('PATCH', `${path}/unarchive`, {})).body.data.status).toBe('active')
  expect((await browser.send('More', { conversation_id: conversation.id })).status).toBe(200)
  expect(await list('archived')).toEqual([])
})

test('a deleted conversation is gone for its visitor, its answer stops, and the next message begins another', async () => {
  await using given = await givenWebchat(app)
  given.vendor.reply({ fault: 'hang' }, { text: 'Anew.' })
  const browser = given.browser()
  await browser.call('POST', '/conversations/new', {})
  const listener = await browser.listen()
  const { body } = await browser.send('Hi')
  const { conversation, answer } = body.data
  expect(await browser.call('DELETE', `/conversations/${conversation.id}`, {})).toMatchObject({ status: 200 })
  await expect
    .poll(() => listener.received.find(({ name }) => name === 'webchat.conversation_updated')?.payload)
    .toMatchObject({ id: conversation.id, is_deleted: true })
  await expect.poll(async () => (await messageOf(app, answer.id)).status).not.toBe('in_progress')
  expect((await browser.get(`/messages?conversation_id=${conversation.id}`)).status).toBe(404)
  expect((await browser.call('DELETE', `/conversations/${conversation.id}`, {})).status).toBe(404)
  expect((await browser.send('More', { conversation_id: conversation.id })).status).toBe(404)
  expect((await browser.get('/conversations')).body.data).toEqual([])
  const { conversation: next } = await browser.sendAndWait('Anew')
  expect(next.id).not.toBe(conversation.id)
})

test('a visitor renames a conversation, and judges an answer and nothing else', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const { conversation, message, answer } = await browser.sendAndWait('Hi')
  const conversation_id = conversation.id
  const renamed = await browser.call('PATCH', `/conversations/${conversation_id}/title`, { title: 'My order' })
  expect(renamed.body.data).toMatchObject({ id: conversation_id, title: 'My order' })
  const unseen = await browser.call('PATCH', `/conversations/${conversation_id}/title`, { title: '\u200b\u2060' })
  expect(unseen.status).toBe(400)
  for (const alias of ['reaction', 'feedback']) {
    const judged = { conversation_id, reaction: 'like', feedback_comment: alias }
    const { body } = await browser.call('PUT', `/messages/${answer?.id}/${alias}`, judged)
    expect(body.data).toMatchObject({ id: answer?.id, reaction: 'like', feedback_comment: alias })
    const own = await browser.call('PUT', `/messages/${message.id}/${alias}`, { conversation_id, reaction: 'like' })
    expect(own).toMatchObject({ status: 409, body: { code: 'FEEDBACK_NOT_ACCEPTED' } })
  }
  const [row] = await app.ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, conversation_id), eq(conversations.title_source, 'user')))
  expect(row?.title).toBe('My order')
})
