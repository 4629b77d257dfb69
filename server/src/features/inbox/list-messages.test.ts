import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { givenPrivateChat, saved } from '#testing/chats/private-chat.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'
import type { Client } from '#testing/client.ts'

const app = await startWebchatApp()

/** The answer of a model that is silent until it may speak. */
const silentUntil = (until: Promise<void>) => ({ chunks: ['', 'Here I am.'], until })

/** What the inbox lists of a conversation, the newest first. */
async function listed(client: Client, { id }: { id: string }, conversation_id: string): Promise<Message[]> {
  const { status, body } = await client.get(`/api/organizations/${id}/conversations/${conversation_id}/messages`)
  expect(status).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data
}
const shown = (messages: Message[]) => messages.map(({ role, status, content }) => [role, status, content])
const QUESTION = ['contact', 'completed', 'Hello']

test('an answer of which there is nothing to show yet is not in the inbox, where nobody watches it grow', async () => {
  await using chat = await givenInternalChat(app)
  const first = Promise.withResolvers<void>()
  chat.vendor.reply(silentUntil(first.promise))
  const { body } = await chat.send('Hello')
  await expect.poll(() => chat.vendor.requests.length).toBe(1)
  const owner = await app.as(chat.owner)
  expect(shown(await listed(owner, chat.organization, body.conversation_id))).toEqual([QUESTION])
  // The person who asked sees its place, because they can stop it.
  const { data } = (await chat.client.get(`${chat.path}/messages`)).body
  expect(data[0]).toMatchObject({ id: body.assistant_message_id, status: 'in_progress', content: '' })
  first.resolve()
  await expect
    .poll(async () => shown(await listed(owner, chat.organization, body.conversation_id)))
    .toEqual([['ai', 'completed', 'Here I am.'], QUESTION])

  await using api = await givenPrivateChat(app)
  const second = Promise.withResolvers<void>()
  api.vendor.reply(silentUntil(second.promise))
  const answer = api.client.post(api.path, saved('Hello'))
  await expect.poll(() => api.vendor.requests.length).toBe(1)
  const operator = await app.as(api.owner)
  const conversations = (await operator.get(`/api/organizations/${api.organization.id}/conversations`)).body.data
  expect(shown(await listed(operator, api.organization, conversations[0].id))).toEqual([QUESTION])
  second.resolve()
  expect((await answer).status).toBe(200)
  expect(await listed(operator, api.organization, conversations[0].id)).toHaveLength(2)
})

test('an answer that waits before it has said anything is in the inbox, with what it waits for', async () => {
  await using chat = await givenInternalChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: [{ name: 'http_request', ask: true }] },
  })
  chat.vendor.reply({ tool_calls: [{ id: 'a', name: 'http_request', input: { url: 'https://example.com' } }] })
  const { body } = await chat.send('Hello')
  const owner = await app.as(chat.owner)
  await expect
    .poll(async () => (await listed(owner, chat.organization, body.conversation_id))[0]?.waiting_for?.kind)
    .toBe('approval')
})

test('an answer to a visitor has its place from its beginning, for the visitor and in the inbox, which watch it grow', async () => {
  await using web = await givenWebchat(app)
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  web.vendor.reply(silentUntil(until))
  const browser = web.browser()
  await browser.call('POST', '/conversations/new', {})
  const { body } = await browser.send('Hello')
  await expect.poll(() => web.vendor.requests.length).toBe(1)
  const place = ['ai', 'in_progress', '']
  expect(shown(await listed(web.asAdmin, web.organization, body.data.conversation.id))).toEqual([place, QUESTION])
  expect(shown((await browser.get('/messages')).body.data)).toEqual([place, QUESTION])
  goOn()
  await expect
    .poll(async () => shown(await listed(web.asAdmin, web.organization, body.data.conversation.id)))
    .toEqual([['ai', 'completed', 'Here I am.'], QUESTION])
})
