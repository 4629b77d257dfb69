import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import type { Client } from '#testing/client.ts'

const app = await testApp()

async function answering() {
  const given = await givenInternalChat(app)
  const earlier = await given.sendAndWait('Before')
  given.vendor.reply({ fault: 'hang_midway', chunks: ['on and ', 'on'] })
  const { body: sent } = await given.send('Go on', { create_new_conversation: true })
  await app.events.next('message_delta', ({ payload }) => payload.run_id === sent.run_id)
  const stop = (run_id: string, conversation_id = sent.conversation_id, client: Client = given.client) =>
    client.post(`${given.path}/conversations/${conversation_id}/stop-generation`, { run_id })
  return { ...given, earlier, sent, stop }
}

const noGeneration = { status: 404, body: { success: false, error: 'Generation not found' } }
const noConversation = { status: 404, body: { success: false, error: 'Conversation not found' } }
const over = { status: 200, body: { success: true, stopped: false, message: 'Generation is not in progress' } }

test('a stopped answer keeps what was shown of it, and stopping it again says that nothing is in progress', async () => {
  await using given = await answering()
  expect(await given.stop(given.sent.run_id)).toMatchObject({ status: 200, body: { success: true, stopped: true } })
  const read = () => messageOf(app, given.sent.assistant_message_id)
  await expect.poll(async () => (await read()).status).toBe('completed')
  expect((await read()).content).toMatch(/^(on and )+/)
  await expect.poll(() => given.vendor.aborted).toBe(1)
  expect(await given.stop(given.sent.run_id)).toMatchObject(over)
  expect(await given.stop(given.earlier.run_id, given.earlier.conversation_id)).toMatchObject(over)
})

test('another run than the chat’s own is not found, and the answer continues', async () => {
  await using given = await answering()
  await using other = await answering()
  expect(await given.stop(newId())).toMatchObject(noGeneration)
  expect(await given.stop(given.earlier.run_id)).toMatchObject(noGeneration)
  expect(await given.stop(given.sent.run_id, given.earlier.conversation_id)).toMatchObject(noGeneration)
  expect(await given.stop(other.sent.run_id)).toMatchObject(noGeneration)
  expect((await given.stop('no-id')).status).toBe(400)
  for (const { sent } of [given, other]) {
    expect((await messageOf(app, sent.assistant_message_id)).status).toBe('in_progress')
  }
  expect((await given.stop(given.sent.run_id)).status).toBe(200)
  expect((await other.stop(other.sent.run_id)).status).toBe(200)
})

test('nobody stops an answer in another person’s chat', async () => {
  await using given = await answering()
  const owner = await app.as(given.owner)
  expect(await given.stop(given.sent.run_id, given.sent.conversation_id, owner)).toMatchObject(noConversation)
  expect((await messageOf(app, given.sent.assistant_message_id)).status).toBe('in_progress')
  expect((await given.stop(given.sent.run_id)).status).toBe(200)
})
