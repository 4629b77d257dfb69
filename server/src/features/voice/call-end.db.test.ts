import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { organizations } from '#features/organizations/table.ts'
import { sweepLostCalls } from '#features/voice/jobs.ts'
import { voiceCalls } from '#features/voice/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import { chatInputs, givenSpokenCall, PAUSE, type SpokenCall, say } from '#testing/calls/spoken-call.ts'
import { givenVisitorCall } from '#testing/calls/visitor-call.ts'
import { openCall } from '#testing/calls/voice.ts'
import { WEBCHAT } from '#testing/chats/webchat.ts'

const app = await ownTestApp()

const SECOND_MS = 1000

type Talk = Pick<SpokenCall, 'messages'>
const endsOf = async ({ messages }: Talk) => (await messages()).filter(({ role }) => role === 'system')
const untilEnded = async (talk: Talk): Promise<Message[]> => {
  await expect.poll(() => endsOf(talk)).toHaveLength(1)
  return endsOf(talk)
}

async function callAgain({ client, path, conversation_id }: SpokenCall) {
  const { body } = await client.post(path, { conversation_id })
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  return call
}

async function breakInSentence(talk: SpokenCall): Promise<void> {
  say(talk, voice(1800))
  await talk.call.event('speech_started')
  talk.call.socket.terminate()
  const broken = and(eq(voiceCalls.conversation_id, talk.conversation_id), eq(voiceCalls.end_code, 'CONNECTION_LOST'))
  await expect.poll(() => app.ctx.db.select().from(voiceCalls).where(broken)).toHaveLength(1)
}

test('the chat says that the call has ended, how long it was and that its caller hung up', async () => {
  const talk = await givenSpokenCall(app)
  app.clock.advance(20 * SECOND_MS)
  talk.call.hangUp()
  const [ended] = await untilEnded(talk)
  expect(ended).toMatchObject({
    content: expect.stringMatching(/^The caller ended the call · 2\d sec · no one spoke$/),
    system_event: { type: 'call_ended', user_name: null, ended_by: 'caller', duration_seconds: expect.any(Number) },
  })
})

test('a call in which no one spoke differs from one with words, whatever there was before it', async () => {
  const talk = await givenSpokenCall(app)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  talk.call.hangUp()
  const ends = async () => (await endsOf(talk)).map(({ content, system_event }) => [content, system_event?.is_silent])
  const withWords = [expect.stringMatching(/^The caller ended the call · \d+ sec$/), false]
  await expect.poll(ends).toEqual([withWords])
  app.clock.advance(10 * SECOND_MS)
  const second = await callAgain(talk)
  second.hangUp()
  await expect.poll(ends).toEqual([withWords, [expect.stringMatching(/ sec · no one spoke$/), true]])
})

test('words that were not understood are reported in the chat, where their caller hung up before', async () => {
  const heard = [{ text: 'Hello' }, { text: '' }, { text: '' }]
  const talk = await givenSpokenCall(app, { heard })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  say(talk, voice(1800))
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'speech_started')).toHaveLength(2)
  talk.call.hangUp()
  const [ended] = await untilEnded(talk)
  expect(ended).toMatchObject({
    content: expect.stringMatching(/ sec · not everything was understood$/),
    system_event: { is_silent: false, has_missed_words: true },
  })
})

test('where the recognizer failed at a short sound, the chat does not say that it was words, nor that there was nothing', async () => {
  const failure = { fault: 'status', status: 500 } as const
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Hello' }, failure, failure, failure, failure] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  say(talk, voice(400))
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'speech_started')).toHaveLength(2)
  talk.call.hangUp()
  const [ended] = await untilEnded(talk)
  expect(ended?.content).toMatch(/ sec · not everything was understood$/)
})

test('a call of which nothing was understood is none in which no one spoke', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: '' }, { text: '' }] })
  say(talk, voice(1800), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD' })
  talk.call.hangUp()
  const [ended] = await untilEnded(talk)
  expect(ended).toMatchObject({
    content: expect.stringMatching(/ sec · not everything was understood$/),
    system_event: { is_silent: false, has_missed_words: true },
  })
})

test('a button of push-to-talk that was held in silence is no speech', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: '' }] })
  talk.call.send({ type: 'push_to_talk', is_held: true })
  say(talk, silence(1800))
  talk.call.send({ type: 'push_to_talk', is_held: false })
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD' })
  talk.call.hangUp()
  const [ended] = await untilEnded(talk)
  expect(ended).toMatchObject({ system_event: { is_silent: true, has_missed_words: false } })
})

test('words under a held button that were not understood are reported in the chat', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: '' }] })
  talk.call.send({ type: 'push_to_talk', is_held: true })
  say(talk, voice(1800))
  await talk.call.event('speech_started')
  talk.call.hangUp()
  const [ended] = await untilEnded(talk)
  expect(ended).toMatchObject({ system_event: { is_silent: false, has_missed_words: true } })
})

test('words that were not understood when the line broke are reported in the chat, where their caller does not come back', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: '' }, { text: '' }] })
  await breakInSentence(talk)
  app.clock.advance(91 * SECOND_MS)
  await app.runJob(sweepLostCalls)
  const [ended] = await endsOf(talk)
  expect(ended).toMatchObject({ system_event: { is_silent: false, has_missed_words: true } })
})

test('words that were not understood when the line broke are reported to their caller who comes back', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: '' }, { text: '' }] })
  await breakInSentence(talk)
  const second = await callAgain(talk)
  expect(await second.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD', is_final: false })
  second.hangUp()
  const [ended] = await untilEnded(talk)
  expect(ended).toMatchObject({ system_event: { is_silent: false, has_missed_words: true } })
})

test('the inbox and the visitor are shown who of the team hung up, after the last message', async () => {
  const talk = await givenVisitorCall(app)
  const { client, visitor, at, conversation_id, owner } = talk
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  await client.post(at('/hang-up'))
  await talk.call.untilClosed()
  const messages = async (): Promise<Message[]> => (await client.get(at('/messages'))).body.data.toReversed()
  await untilEnded({ messages })
  expect((await messages()).map(({ role }) => role)).toEqual(['contact', 'ai', 'system'])
  const read = await visitor.get(`${WEBCHAT}/messages?conversation_id=${conversation_id}`)
  const event = { type: 'call_ended', ended_by: 'operator', user_name: owner.name }
  expect((read.body.data as Message[]).find(({ role }) => role === 'system')?.system_event).toMatchObject(event)
  expect(app.events.find('webchat.message_sent').map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ conversation_id, system_event: expect.objectContaining(event) }),
  )
})

test('the end of a call is no message: nobody waits for an answer, it is not the last message, and no model reads it', async () => {
  const talk = await givenVisitorCall(app, { answers: [{ text: 'Hi there.' }, { text: 'Again.' }] })
  const { client, visitor, at, conversation_id } = talk
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  const before = (await client.get(at(''))).body
  talk.call.hangUp()
  await expect.poll(async () => (await talk.messages()).at(-1)?.[0]).toBe('system')
  const after = (await client.get(at(''))).body
  expect(after).toMatchObject({
    unanswered_since: null,
    status: 'active',
    last_message: { role: 'ai' },
    last_message_at: before.last_message_at,
  })
  await visitor.post(`${WEBCHAT}/messages`, { message: 'One more thing', conversation_id })
  await expect.poll(() => chatInputs(talk).length).toBe(2)
  expect(JSON.stringify(chatInputs(talk)[1])).toContain('One more thing')
  expect(JSON.stringify(chatInputs(talk)[1])).not.toContain('ended the call')
})

test('a call that continues after its line broke, or in another window, has ended once', async () => {
  const talk = await givenSpokenCall(app)
  const started = app.clock.now().getTime()
  talk.call.socket.terminate()
  const broken = and(eq(voiceCalls.conversation_id, talk.conversation_id), eq(voiceCalls.end_code, 'CONNECTION_LOST'))
  await expect.poll(() => app.ctx.db.select().from(voiceCalls).where(broken)).toHaveLength(1)
  app.clock.advance(20 * SECOND_MS)
  const second = await callAgain(talk)
  app.clock.advance(20 * SECOND_MS)
  const third = await callAgain(talk)
  await second.untilClosed()
  expect(await endsOf(talk)).toEqual([])
  third.hangUp()
  const [ended] = await untilEnded(talk)
  const duration_seconds = Math.round((app.clock.now().getTime() - started) / SECOND_MS)
  expect(ended?.system_event).toMatchObject({ ended_by: 'caller' })
  expect(Math.abs((ended?.system_event?.duration_seconds ?? 0) - duration_seconds)).toBeLessThan(5)
  await app.runJob(sweepLostCalls)
  expect(await endsOf(talk)).toHaveLength(1)
})

test('a call whose line broke and whose caller does not come back has ended when it can no longer be continued', async () => {
  const talk = await givenSpokenCall(app)
  talk.call.socket.terminate()
  const ofConversation = eq(voiceCalls.conversation_id, talk.conversation_id)
  await expect
    .poll(async () => (await app.ctx.db.select().from(voiceCalls).where(ofConversation))[0]?.ended_at)
    .not.toBeNull()
  await app.runJob(sweepLostCalls)
  expect(await endsOf(talk)).toEqual([])
  app.clock.advance(91 * SECOND_MS)
  await app.runJob(sweepLostCalls)
  const [ended] = await endsOf(talk)
  expect(ended).toMatchObject({ system_event: { type: 'call_ended', ended_by: null, user_name: null } })
})

test('a call that was ended because its caller lost their right to it says so in the conversation, too', async () => {
  const talk = await givenVisitorCall(app)
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, talk.organization.id))
  await talk.call.untilClosed()
  await app.ctx.db.update(organizations).set({ status: 'active' }).where(eq(organizations.id, talk.organization.id))
  await expect.poll(talk.messages).toEqual([['system', expect.stringMatching(/^Call ended · \d+ sec · no one spoke$/)]])
})
