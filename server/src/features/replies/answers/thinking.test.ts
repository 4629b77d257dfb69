import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await testApp()
const LARGE = 'x'.repeat(20_000)

/** A teammate that thinks, speaks, calls a tool with what is given, and answers. */
async function toolCall(show_thinking: boolean, body: string | undefined, result: string) {
  const { url } = await serve((_, response) => response.end(result))
  const given = await givenInternalChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['http_request'], show_thinking, model_values: { is_reasoning: true } },
  })
  given.vendor.reply(
    {
      reasoning: 'Let me see.',
      text: 'Looking.',
      tool_calls: [{ id: 'call_1', name: 'http_request', input: { method: 'POST', url, ...(body && { body }) } }],
    },
    { text: 'Found it.' },
  )
  const { assistant_message_id } = await given.sendAndWait('Look!', { reasoning: 'high' })
  await app.events.next('message_done', ({ payload }) => payload.id === assistant_message_id)
  const events = app.events
    .all()
    .filter(({ payload }) => [payload.message_id, payload.id].includes(assistant_message_id))
  const { data } = (await given.client.get(`${given.path}/messages`)).body
  return { ...given, events, answer: data[0] as Message, assistant_message_id }
}

test('thoughts and tools are shown as they come, each after the text before it', async () => {
  const given = await toolCall(true, undefined, 'the result')
  await using _ = given
  const shown = given.events
    .map(({ name, payload }) => (name === 'message_delta' ? `${payload.kind}: ${payload.delta}` : name))
    .filter((each) => !each.startsWith('conversation.') && each !== 'internal.message')
  expect(shown).toEqual([
    'reasoning: Let me see.',
    'text: Looking.',
    'tool_call_started',
    'tool_call_done',
    'text: \n\nFound it.',
    'message_done',
  ])
  expect(given.answer.stream_reasoning).toBe('Let me see.')
  expect(given.answer.stream_tools).toMatchObject([{ call_id: 'call_1', tool: 'http_request', status: 'done' }])
  expect(given.answer).not.toHaveProperty('content_payload')
})

test('where Show thinking is off nobody receives thoughts and tools, while the text streams', async () => {
  const given = await toolCall(false, LARGE, LARGE)
  await using _ = given
  const names = given.events.map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('tool_call'))).toEqual([])
  const kinds = given.events.filter(({ name }) => name === 'message_delta').map(({ payload }) => payload.kind)
  expect(new Set(kinds)).toEqual(new Set(['text']))
  const pushed = JSON.stringify([given.events, given.answer])
  for (const secret of ['Let me see.', 'call_1', 'xxxx']) expect(pushed).not.toContain(secret)
  expect(given.answer.content).toBe('Looking.\n\nFound it.')
  const url = `${given.base}/messages/${given.assistant_message_id}/payloads/call_1/output`
  expect((await given.client.get(url)).status).toBe(404)
})

test('a payload too large for events is read by its reference, by the person who sees the message', async () => {
  const given = await toolCall(true, LARGE, LARGE)
  await using _ = given
  const started = given.events.find(({ name }) => name === 'tool_call_started')
  expect(started?.payload).toMatchObject({ call_id: 'call_1', input: undefined })
  expect(JSON.stringify(given.events)).not.toContain('xxxx')
  const references = given.answer.content_payload ?? []
  const done = given.events.find(({ name }) => name === 'message_done')
  expect(done?.payload.content_payload).toEqual(expect.arrayContaining(references))
  expect(references.map(({ call_id, kind }) => [call_id, kind]).sort()).toEqual([
    ['call_1', 'input'],
    ['call_1', 'output'],
  ])
  for (const { url, kind, size } of references) {
    const { body } = await given.client.get(url)
    expect(body).toMatchObject({ call_id: 'call_1', kind })
    expect(body.payload.body).toBe(LARGE)
    expect(size).toBeGreaterThan(LARGE.length)
    expect((await (await app.as(given.owner)).get(url)).status).toBe(200)
    expect((await (await app.as(given.member)).get(url)).status).toBe(404)
    const outsider = await app.given.organization()
    expect((await (await app.as(outsider.owner)).get(url)).status).toBe(404)
  }
})

test('calls to which a vendor gave one id are shown and kept each by itself', async () => {
  const { url } = await serve(({ url: path = '' }, response) => response.end(`${path} ${LARGE}`))
  await using given = await givenInternalChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['http_request'] },
  })
  const call = (path: string) => ({ id: 'call_1', name: 'http_request', input: { url: `${url}${path}` } })
  given.vendor.reply({ tool_calls: [call('/a'), call('/b')] }, { tool_calls: [call('/c')] }, { text: 'Found it.' })
  const { assistant_message_id } = await given.sendAndWait('Look!')
  const { payload: done } = await app.events.next('message_done', ({ payload }) => payload.id === assistant_message_id)
  const { data } = (await given.client.get(`${given.path}/messages`)).body
  const { stream_tools = [], content_payload = [] } = data[0] as Message
  expect(stream_tools.map(({ status, input }) => [status, input])).toEqual(
    ['/a', '/b', '/c'].map((path) => ['done', { url: `${url}${path}` }]),
  )
  const ids = stream_tools.map(({ call_id }) => call_id)
  expect(new Set(ids).size).toBe(3)
  expect(done).toMatchObject({ stream_tools, content_payload: expect.arrayContaining(content_payload) })
  for (const name of ['tool_call_started', 'tool_call_done']) {
    const events = app.events.find(name, ({ payload }) => payload.message_id === assistant_message_id)
    expect(events.map(({ payload }) => payload.call_id).sort(), name).toEqual([...ids].sort())
  }
  expect(content_payload).toHaveLength(3)
  for (const { call_id, url: path } of content_payload) {
    const { body } = await given.client.get(path)
    expect(body.payload.body).toMatch(new RegExp(`^/${'abc'[ids.indexOf(call_id)]} `))
  }
  // The model is answered by the ids that its vendor gave.
  const results = (given.vendor.requests.at(-1)?.body.messages ?? []) as { role: string; tool_call_id: string }[]
  const answered = results.filter(({ role }) => role === 'tool').map(({ tool_call_id }) => tool_call_id)
  expect([answered.length, answered[0], answered[2]]).toEqual([3, 'call_1', 'call_1'])
})

test('how hard to think, chosen for one message, reaches the model', async () => {
  const given = await toolCall(true, undefined, 'the result')
  await using _ = given
  expect(given.vendor.requests.map(({ body }) => body.reasoning_effort)).toEqual(['high', 'high'])
})

test('NUL in a message or an answer is neither pushed nor stored', async () => {
  await using given = await givenInternalChat(app)
  given.vendor.reply({ chunks: ['An', 's\0wer'] })
  const { message_id, assistant_message_id } = await given.sendAndWait('Quest\0ion')
  const sent = await app.events.next('internal.message', ({ payload }) => payload.id === message_id)
  expect(sent.payload.content).toBe('Question')
  const done = await app.events.next('message_done', ({ payload }) => payload.id === assistant_message_id)
  expect(done.payload.content).toBe('Answer')
  const deltas = app.events.find('message_delta', ({ payload }) => payload.message_id === assistant_message_id)
  expect(deltas.map(({ payload }) => payload.delta).join('')).toBe('Answer')
})
