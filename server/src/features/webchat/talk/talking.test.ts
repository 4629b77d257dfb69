import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'
import { watchStatements } from '#testing/database/statements.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await startWebchatApp()

test('a visitor writes, receives the answer while it grows and when it is finished, and reads both again', async () => {
  await using given = await givenWebchat(app)
  given.vendor.reply({ text: 'Hello there.' })
  const browser = given.browser()
  const init = await browser.get('/init')
  expect(init.body.data).toMatchObject({
    webchat_token: null,
    ws_token: null,
    ai_employee: { id: given.teammate.id, name: 'Ada' },
    voice: { is_available: false },
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

test('a visitor reads the title of a file, never its path, while the inbox has both', async () => {
  await using given = await givenWebchat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['http_request'], show_thinking: true },
  })
  const said = 'You have 30 days.\n\n— `Customer service/return-policy.md:1-3`'
  given.vendor.reply(
    {
      text: 'Let me look in Help/returns.md:4.',
      tool_calls: [{ name: 'http_request', input: { url: 'http://127.0.0.1:9/' } }],
    },
    { text: said },
  )
  const browser = given.browser()
  await browser.call('POST', '/conversations/new', {})
  const listener = await browser.listen()
  const { answer, conversation } = await browser.sendAndWait('How long may I return it?')
  await expect.poll(listener.names).toContain('message_done')
  const shown = 'Let me look in returns.\n\nYou have 30 days.\n\n— return policy'
  const heard = (name: string) => listener.received.filter((each) => each.name === name).map(({ payload }) => payload)
  const deltas = heard('message_delta')
  expect(deltas.map(({ index }) => index)).toEqual(deltas.map((_, index) => index))
  expect(shown).toContain(
    deltas
      .map(({ delta }) => delta)
      .join('')
      .trim(),
  )
  const read = (await browser.get('/messages')).body.data[0]
  const listed = (await browser.get('/conversations')).body.data[0]
  for (const message of [read, ...heard('message_done')]) expect(message).toMatchObject({ content: shown })
  const received = JSON.stringify([read, listed, listener.received])
  expect(received).not.toMatch(/\.md/)

  const path = `${given.base}/conversations/${conversation.id}/messages`
  const colleague = (await given.asAdmin.get(path)).body.data.find(({ id }: { id: string }) => id === answer?.id)
  expect(colleague.content).toContain('Customer service/return-policy.md:1-3')
  expect(colleague.stream_tools).toHaveLength(1)
})

test.runIf(postgresUrl)('a first message is answered without reading again what was just written', async () => {
  await using given = await givenWebchat(app)
  given.vendor.reply({ fault: 'hang' })
  const browser = given.browser()
  const statements = watchStatements(app)
  const asked = await statements.during(() => browser.send('Hi'))
  expect(asked).toContain('accept_message')
  expect(asked.filter((each) => each === 'files_of_messages' || /from "conversations"/.test(each))).toEqual([])
})
