import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { conversations, messages } from '#features/conversations/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { operatorWrote } from '#features/voice/events.ts'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import {
  chatInputs,
  givenSpokenCall,
  PAUSE,
  say,
  speechInputs,
  texts,
  transcriptionInputs,
} from '#testing/calls/spoken-call.ts'
import { givenVisitorCall } from '#testing/calls/visitor-call.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'

const app = await ownTestApp()

const MINUTE_MS = 60_000
const LONG = 'A first sentence that takes a while. A second one that takes a while too. And a third one.'

const visitorOnCall = (setup: Parameters<typeof givenVisitorCall>[1] = {}) => givenVisitorCall(app, setup)

test('who takes over silences the answer; what is said then is saved and not answered', async () => {
  const talk = await visitorOnCall({ answers: [{ text: LONG }], heard: [{ text: 'Help' }, { text: 'Are you there?' }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  expect((await talk.client.post(talk.at('/assign'))).status).toBe(200)
  await talk.call.event('response.cancelled')
  expect(await talk.call.event('operator_changed')).toMatchObject({ operator_name: expect.any(String) })
  const asked = chatInputs(talk).length
  say(talk, voice(900), PAUSE)
  await expect.poll(talk.messages).toContainEqual(['contact', 'Are you there?'])
  expect(chatInputs(talk)).toHaveLength(asked)
  expect(talk.call.events).toContainEqual(
    expect.objectContaining({ type: 'caption', role: 'user', text: 'Are you there?' }),
  )

  await talk.client.post(talk.at('/messages'), { content: 'I am **here**.' })
  const done = await talk.call.event('response.done')
  expect(speechInputs(talk).at(-1)).toMatchObject({ input: 'I am here.' })
  expect(talk.call.events.filter((event) => event.type === 'caption' && event.role === 'operator')).toMatchObject([
    { text: 'I am here.', is_final: false, message_id: done.message_id },
    { text: 'I am here.', is_final: true },
  ])
  await talk.client.post(talk.at('/unassign'))
  await expect
    .poll(() => talk.call.events.filter(({ type }) => type === 'operator_changed'))
    .toMatchObject([{}, { operator_name: null }])
})

test('an answer continues although the call learns late that a person joined who has left again', async () => {
  const talk = await visitorOnCall({ answers: [{ text: LONG }] })
  const changes = () => talk.call.events.filter(({ type }) => type === 'operator_changed')
  await talk.client.post(talk.at('/assign'))
  await talk.client.post(talk.at('/unassign'))
  await expect.poll(changes).toHaveLength(2)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  const ofConversation = eq(messages.conversation_id, talk.conversation_id)
  const rows = await app.ctx.db.select().from(messages).where(ofConversation)
  const joined = rows.find(({ system_event }) => system_event?.type === 'operator_joined')
  await app.ctx.emit(operatorWrote, { conversation_id: talk.conversation_id, message_id: joined?.id ?? '' })
  await talk.call.event('response.done')
  expect(talk.call.events.some(({ type }) => type === 'response.cancelled')).toBe(false)
  expect(changes().at(-1)).toMatchObject({ operator_name: null })
})

test('a caller whom a person already answers is notified, and receives their words', async () => {
  const talk = await visitorOnCall({ isTakenOver: true })
  await talk.call.event('operator_changed')
  say(talk, voice(900), PAUSE)
  await expect.poll(talk.messages).toContainEqual(['contact', 'Hello'])
  await talk.client.post(talk.at('/messages'), { content: 'Good morning.' })
  await talk.call.event('response.done')
  expect(talk.call.events.some(({ type }) => type === 'thinking_started')).toBe(false)
  expect(chatInputs(talk)).toEqual([])
})

test('an operator’s message is read with the voice that the teammate has now', async () => {
  const talk = await visitorOnCall({ isTakenOver: true })
  await talk.call.event('operator_changed')
  const { voice: other } = await app.given.voice({ provider: 'custom' })
  const path = `/api/organizations/${talk.organization.id}/employees/${talk.teammate.id}`
  expect(await talk.client.put(path, { voice: other })).toMatchObject({ status: 200 })
  await talk.client.post(talk.at('/messages'), { content: 'Good morning.' })
  await talk.call.event('response.done')
  expect(speechInputs(talk)).toMatchObject([{ input: 'Good morning.', voice: other }])
})

test('an operator’s message can be spoken over, and stays whole', async () => {
  const talk = await visitorOnCall({ heard: [{ text: 'But wait' }] })
  await talk.client.post(talk.at('/assign'))
  await talk.call.event('operator_changed')
  await talk.client.post(talk.at('/messages'), { content: LONG })
  await talk.call.event('response.started')
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.cancelled')
  await expect.poll(talk.messages).toContainEqual(['contact', 'But wait'])
  expect(await talk.messages()).toContainEqual(['operator', LONG])
})

test('what an operator has typed is shown whole, though the caller speaks over it or before it is read', async () => {
  const talk = await visitorOnCall({ heard: [{ text: 'But wait' }] })
  const shown = () =>
    talk.call.events.filter((event) => event.type === 'caption' && event.role === 'operator' && event.is_final)
  await talk.client.post(talk.at('/assign'))
  await talk.call.event('operator_changed')
  await talk.client.post(talk.at('/messages'), { content: LONG })
  await talk.call.event('response.started')
  await talk.client.post(talk.at('/messages'), { content: 'And **this**.' })
  say(talk, voice(900), PAUSE)
  await expect.poll(shown).toMatchObject([{ text: LONG }, { text: 'And this.' }])
})

test('what an operator has typed is shown whole when the caller stops its voice', async () => {
  const talk = await visitorOnCall()
  await talk.client.post(talk.at('/assign'))
  await talk.call.event('operator_changed')
  await talk.client.post(talk.at('/messages'), { content: LONG })
  await talk.call.event('response.started')
  talk.call.send({ type: 'interrupt' })
  await talk.call.event('response.cancelled')
  await expect
    .poll(() => talk.call.events.findLast((event) => event.type === 'caption' && event.role === 'operator'))
    .toMatchObject({ text: LONG, is_final: true })
})

test('an answer that is stopped on the page is stopped in the call', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, { answers: [{ chunks: [LONG, ' More.'], until }] })
  say(talk, voice(900), PAUSE)
  const { message_id } = await talk.call.event('response.started')
  const run_id = (await talk.messages()).find(({ id }) => id === message_id)?.run_id
  await talk.client.post(`${talk.chat}/conversations/${talk.conversation_id}/stop-generation`, { run_id })
  expect(await talk.call.event('response.cancelled')).toMatchObject({ message_id })
  goOn()
  await expect.poll(async () => texts(await talk.messages()).at(-1)).toEqual(['ai', LONG])
})

test('a visitor whom the teammate cannot answer is told so, and a person is asked for', async () => {
  const talk = await visitorOnCall({ heard: [{ text: 'Hello?' }] })
  await app.ctx.db.update(aiEmployees).set({ model: null }).where(eq(aiEmployees.id, talk.teammate.id))
  say(talk, voice(900), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({
    code: 'TEAMMATE_NOT_READY',
    message: 'Ada can’t answer right now.',
    is_final: false,
  })
  expect((await talk.messages())[0]).toEqual(['contact', 'Hello?'])
  const { body } = await talk.client.get(talk.at(''))
  expect(body.status ?? body.conversation.status).toBe('waiting_for_operator')
})

test('without a word for five minutes a call ends', async () => {
  const talk = await givenSpokenCall(app)
  app.clock.advance(4.5 * MINUTE_MS)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  app.clock.advance(4.5 * MINUTE_MS)
  expect(talk.call.closed()).toBeNull()
  app.clock.advance(MINUTE_MS)
  expect(await talk.call.event('error')).toMatchObject({ code: 'CALL_TIMEOUT', is_final: true })
  await talk.call.untilClosed()
})

test('a caller who may not call any more is not answered', async () => {
  const talk = await givenSpokenCall(app)
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, talk.organization.id))
  say(talk, voice(900), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({ code: 'ORGANIZATION_INACTIVE', is_final: true })
  await talk.call.untilClosed()
  expect(chatInputs(talk)).toEqual([])

  const archived = await givenSpokenCall(app)
  await app.ctx.db
    .update(conversations)
    .set({ status: 'archived' })
    .where(eq(conversations.id, archived.conversation_id))
  say(archived, voice(900), PAUSE)
  expect(await archived.call.event('error')).toMatchObject({ code: 'CONVERSATION_NOT_ACTIVE', is_final: true })
})

test('an answer whose voice fails in the middle continues as text, and nothing more of it is synthesized', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const sentences = ['The first one is heard. The second', ' one is not. ', 'The third one is not even tried.']
  const talk = await visitorOnCall({
    answers: [{ chunks: sentences, until }],
    spoken: (text): Script => (text.startsWith('The second') ? { fault: 'status', status: 500 } : {}),
  })
  say(talk, voice(900), PAUSE)
  const { message_id } = await talk.call.event('response.started')
  goOn()
  await talk.call.event('response.done')
  expect(talk.call.events.filter(({ type }) => type === 'error')).toMatchObject([
    { code: 'VOICE_FAILED', is_final: false },
  ])
  const captions = talk.call.events.filter((event) => event.type === 'caption' && event.message_id === message_id)
  expect(captions.at(-1)).toMatchObject({ text: sentences.join(''), is_final: true })
  expect(speechInputs(talk).some(({ input }) => String(input).startsWith('The third'))).toBe(false)
  expect((await talk.messages()).at(-1)).toEqual(['ai', sentences.join('')])
})

test('a voice that fails leaves the answer in the chat, and the call continues', async () => {
  let isBroken = true
  const talk = await givenSpokenCall(app, {
    answers: [{ text: 'To be read.' }, { text: 'To be heard.' }],
    heard: [{ text: 'One' }, { text: 'Two' }],
    spoken: (): Script => (isBroken ? { fault: 'status', status: 500 } : {}),
  })
  say(talk, voice(900), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({
    code: 'VOICE_FAILED',
    message: 'Ada’s voice failed. The rest is shown as text.',
    is_final: false,
  })
  await expect
    .poll(() => talk.call.events.findLast((event) => event.type === 'caption' && event.role === 'assistant'))
    .toMatchObject({ text: 'To be read.', is_final: true })
  expect(talk.call.events.some(({ type }) => type === 'response.started')).toBe(false)
  isBroken = false
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'One'],
    ['ai', 'To be read.'],
    ['contact', 'Two'],
    ['ai', 'To be heard.'],
  ])
  expect(transcriptionInputs(talk)).toHaveLength(2)
})
