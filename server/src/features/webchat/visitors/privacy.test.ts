import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lockConversation } from '#features/conversations/lock-conversation.ts'
import { addMessage } from '#features/conversations/messages/add-message.ts'
import { announceMessage } from '#features/conversations/messages/announce-message.ts'
import { presentMessage } from '#features/conversations/present.ts'
import { messages } from '#features/conversations/table.ts'
import { handBack, takeOver } from '#features/replies/change-hands.ts'
import { users } from '#features/users/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { givenWebchat, listen, startWebchatApp } from '#testing/chats/webchat.ts'
import { webchat } from '../channel.ts'

const app = await startWebchatApp()

type Given = Awaited<ReturnType<typeof givenWebchat>>

/** An operator in the conversation, as the inbox has them act. */
function operatorIn(given: Given, conversation_id: string, contact_channel_id: string | null) {
  const ctx = extendContext(app.ctx, { organization: given.organization })
  const contact_channel = { id: contact_channel_id ?? '', user_id: null }
  const parties = { teammate: given.teammate, channel: webchat, contact_channel }
  return {
    takeOver: () => takeOver(ctx, conversation_id, given.admin, parties),
    handBack: () => handBack(ctx, conversation_id, parties),
    send: (content: string) =>
      ctx.transaction(async (ctx) => {
        const conversation = await lockConversation(ctx, conversation_id)
        const reply = { role: 'operator' as const, content, user_id: given.admin.id }
        const { message } = await addMessage(ctx, conversation, reply)
        await announceMessage(ctx, presentMessage(message, [], given.teammate), parties)
      }),
  }
}

test('a visitor sees what an operator writes under the name they go by, and no id of theirs', async () => {
  await using given = await givenWebchat(app)
  await app.ctx.db.update(users).set({ name: 'Olga' }).where(eq(users.id, given.admin.id))
  const browser = given.browser()
  const { conversation, message } = await browser.sendAndWait('Hi')
  const listener = await browser.listen()
  const operator = operatorIn(given, conversation.id, message.contact_channel_id)
  await operator.takeOver()
  await operator.send('I am here.')
  await expect.poll(listener.names).toContain('webchat.message_sent')
  await browser.sendAndWait('At last')
  const update = listener.received.findLast(({ name }) => name === 'webchat.conversation_updated')?.payload
  expect(update).toMatchObject({ has_assigned_operator: true, operator_name: 'Olga', ai_agent_enabled: false })
  const { body } = await browser.get('/messages')
  expect(body.conversation).toMatchObject({ has_assigned_operator: true, operator_name: 'Olga' })
  expect(body.data.find(({ role }: { role: string }) => role === 'operator')).toMatchObject({
    content: 'I am here.',
    user_id: null,
  })
  expect(body.data[0]).toMatchObject({ role: 'contact', content: 'At last' })
  expect((await browser.get('/conversations')).body.data).toMatchObject([{ operator_name: 'Olga' }])

  await operator.handBack()
  expect((await browser.get('/init')).body.data.context.ai_agent_enabled).toBe(true)
  expect((await browser.sendAndWait('And now?')).answer).not.toBeNull()
  const everything = JSON.stringify([listener.received, body, (await browser.get('/messages')).body])
  expect(everything).not.toContain(given.admin.id)
})

test('a visitor learns neither which model answered nor what went wrong inside', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const { answer } = await browser.sendAndWait('Hi')
  await app.ctx.db
    .update(messages)
    .set({
      model_fallback: { model: 'Second model', instead_of: 'First model', reason: 'unavailable' },
      status: 'failed',
      error: 'The vendor said: inside',
      error_code: 'MODEL_FAILED',
    })
    .where(eq(messages.id, answer?.id ?? ''))
  const { body } = await browser.get('/messages')
  expect(body.data[0]).toMatchObject({ id: answer?.id, error: null, error_code: 'MODEL_FAILED' })
  expect(JSON.stringify(body)).not.toMatch(/First model|Second model|inside/)
})

for (const show_thinking of [true, false]) {
  test(`thoughts and tools are ${show_thinking ? 'shown' : 'kept'} where Show thinking is ${show_thinking ? 'on' : 'off'}`, async () => {
    await using given = await givenWebchat(app, { values: { show_thinking, tools: ['http_request'] } })
    const call = { name: 'http_request', input: { url: 'http://127.0.0.1:9/' } }
    given.vendor.reply({ reasoning: 'Let me see.', text: 'Looking.', tool_calls: [call] }, { text: 'Done.' })
    const browser = given.browser()
    await browser.call('POST', '/conversations/new', {})
    const listener = await browser.listen()
    await browser.sendAndWait('Hi')
    await expect.poll(listener.names).toContain('message_done')
    const kinds = listener.received.filter(({ name }) => name === 'message_delta').map(({ payload }) => payload.kind)
    expect(kinds.includes('reasoning')).toBe(show_thinking)
    expect(listener.names().includes('tool_call_started')).toBe(show_thinking)
    const [answer] = (await browser.get('/messages')).body.data
    expect('stream_tools' in answer).toBe(show_thinking)
    expect((await browser.get('/init')).body.data.show_thinking).toBe(show_thinking)
  })
}

test('a visitor receives events of their own conversations, and neither those of others nor what the inbox receives', async () => {
  await using given = await givenWebchat(app)
  await using elsewhere = await givenWebchat(app)
  const outsider = elsewhere.browser()
  await outsider.call('POST', '/conversations/new', { contact: { external_id: 'u-1' } })
  const far = await outsider.listen()
  const [own, other] = [given.browser(), given.browser()]
  await own.call('POST', '/conversations/new', { contact: { external_id: 'u-1' } })
  await other.call('POST', '/conversations/new', { contact: { external_id: 'u-2' } })
  const [here, there] = [await own.listen(), await other.listen()]
  const { ws_token } = await app.given.session(given.admin)
  const inbox = await listen(app, ws_token)
  await own.sendAndWait('Mine')
  await expect.poll(here.names).toContain('message_done')
  await expect.poll(inbox.names).toContain('conversation.message_updated')
  expect(here.names().filter((name) => name.startsWith('conversation.'))).toEqual([])
  expect(inbox.names().filter((name) => name.startsWith('webchat.'))).toEqual([])
  expect(inbox.names()).toContain('message_delta')
  await other.sendAndWait('Yours')
  await expect.poll(there.names).toContain('message_done')
  expect(JSON.stringify(there.received)).not.toContain('Mine')
  expect(JSON.stringify(here.received)).not.toContain('Yours')
  expect(far.received).toEqual([])
})
