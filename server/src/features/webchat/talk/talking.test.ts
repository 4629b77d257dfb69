import { afterAll, expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { givenWebchat, startWebchatApp } from '#testing/webchat.ts'

const app = await startWebchatApp()
afterAll(() => app.close())

test('a visitor writes, hears the answer grow and finish, and reads both again', async () => {
  await using given = await givenWebchat(app)
  given.vendor.reply({ text: 'Hello there.' })
  const browser = given.browser()
  const init = await browser.get('/init')
  expect(init.body.data).toMatchObject({
    webchat_token: null,
    ws_token: null,
    ai_employee: { id: given.teammate.id, name: 'Ada' },
    context: { ai_agent_enabled: true },
    attachmentLimits: { maxAttachmentCount: 10 },
  })
  await browser.call('POST', '/conversations/new', {})
  const listener = await browser.listen()
  const sent = await browser.sendAndWait('Hi')
  expect(sent).toMatchObject({
    message: { role: 'contact', content: 'Hi' },
    answer: { role: 'ai', status: 'in_progress' },
    conversation: { has_assigned_operator: false, ai_agent_enabled: true, is_deleted: false },
  })
  await expect.poll(listener.names).toContain('message_done')
  expect(new Set(listener.names())).toEqual(new Set(['webchat.message_sent', 'message_delta', 'message_done']))
  const { body } = await browser.get('/messages')
  expect(body).toMatchObject({
    conversation: { id: sent.conversation.id },
    data: [
      { role: 'ai', content: 'Hello there.' },
      { role: 'contact', content: 'Hi' },
    ],
  })
  const list = await browser.get('/conversations')
  expect(list.body).toMatchObject({
    success: true,
    total: 1,
    data: [{ id: sent.conversation.id, last_message: { role: 'ai', content: 'Hello there.' } }],
  })
})

test('a message that is sent again is answered as before', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  await browser.call('POST', '/conversations/new', {})
  const client_message_id = newId()
  const first = await browser.sendAndWait('Hi', { client_message_id })
  const again = await browser.sendAndWait('Hi', { client_message_id })
  expect(again.message.id).toBe(first.message.id)
  expect(again.answer?.id).toBe(first.answer?.id)
  expect((await browser.get('/messages')).body.data).toHaveLength(2)
})
