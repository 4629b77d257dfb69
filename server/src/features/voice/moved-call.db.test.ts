import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callCloseCodes } from '#contracts/call-close-codes.ts'
import { sweepLostCalls } from '#features/voice/jobs.ts'
import { type CallEndCode, voiceCalls } from '#features/voice/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, type SpokenCall, say, speechInputs, texts } from '#testing/calls/spoken-call.ts'
import { openCall } from '#testing/calls/voice.ts'

const app = await ownTestApp()

const SECOND_MS = 1000
const FIRST = 'One two three four five six.'
const REST = 'This is the second sentence, and it is long enough that it is still being spoken when the page is left.'
const ANSWER = `${FIRST} ${REST}`
const TALK = [
  ['contact', 'Hello'],
  ['ai', ANSWER],
]

async function callAgain({ client, path, conversation_id }: SpokenCall) {
  const { body } = await client.post(path, { conversation_id })
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  return call
}

const endsOf = async ({ messages }: SpokenCall) => (await messages()).filter(({ role }) => role === 'system')
const endCodesOf = async ({ conversation_id }: SpokenCall): Promise<(CallEndCode | null)[]> => {
  const ofConversation = eq(voiceCalls.conversation_id, conversation_id)
  const calls = await app.ctx.db.select().from(voiceCalls).where(ofConversation).orderBy(voiceCalls.started_at)
  return calls.flatMap(({ ended_at, end_code }) => (ended_at ? [end_code] : []))
}
const untilEnded = (talk: SpokenCall, end_code: CallEndCode | null) =>
  expect.poll(() => endCodesOf(talk)).toEqual([end_code])

/** A call whose second sentence is being heard. */
async function inSecondSentence() {
  const talk = await givenSpokenCall(app, { answers: [{ text: ANSWER }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  await expect.poll(() => Buffer.concat(talk.call.audio).length / 48).toBeGreaterThan(FIRST.length * 40 + 1200)
  return { talk, spokenBefore: speechInputs(talk).length }
}

test.each([
  ['moves to another tab', callCloseCodes.continues, 'CONNECTION_LOST'],
  ['is begun again after its page was reloaded', callCloseCodes.pageLeft, 'PAGE_LEFT'],
  ['is begun again after its browser closed the page’s sockets', 1001, 'PAGE_LEFT'],
] as const)('a call that %s continues its answer and has ended once', async (_how, closeCode, end_code) => {
  const { talk, spokenBefore } = await inSecondSentence()
  const started = app.clock.now().getTime()
  talk.call.socket.close(closeCode)
  await untilEnded(talk, end_code)
  app.clock.advance(20 * SECOND_MS)
  const second = await callAgain(talk)
  await second.event('response.done')
  const spoken = speechInputs(talk).slice(spokenBefore)
  expect(spoken.map(({ input }) => input)).toEqual([REST])
  expect(texts(await talk.messages())).toEqual(TALK)
  second.hangUp()
  await expect.poll(() => endsOf(talk)).toHaveLength(1)
  const [ended] = await endsOf(talk)
  const lasted = (app.clock.now().getTime() - started) / SECOND_MS
  expect(ended?.system_event).toMatchObject({ ended_by: 'caller' })
  expect(Math.abs((ended?.system_event?.duration_seconds ?? 0) - lasted)).toBeLessThan(5)
})

test('who has left the page and does not call again has hung up, which the chat says when they no longer come back', async () => {
  const talk = await givenSpokenCall(app)
  talk.call.socket.close(callCloseCodes.pageLeft)
  await untilEnded(talk, 'PAGE_LEFT')
  await app.runJob(sweepLostCalls)
  expect(await endsOf(talk)).toEqual([])
  app.clock.advance(31 * SECOND_MS)
  await app.runJob(sweepLostCalls)
  const [ended] = await endsOf(talk)
  expect(ended?.content).toMatch(/^The caller ended the call · \d sec · no one spoke$/)
})

test('an answer that has just begun when the call moves is spoken on there', async () => {
  const talk = await givenSpokenCall(app, { answers: [{ text: ANSWER }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  const second = await callAgain(talk)
  await second.event('response.done')
  expect(speechInputs(talk).map(({ input }) => input)).toContain(REST)
  expect(second.events.filter(({ type }) => type === 'response.started')).toHaveLength(1)
})

test('an answer is not lost when the call that continues it breaks off at once', async () => {
  const { talk, spokenBefore } = await inSecondSentence()
  talk.call.socket.close(callCloseCodes.continues)
  await untilEnded(talk, 'CONNECTION_LOST')
  await callAgain(talk)
  const [begun] = await app.ctx.db
    .select({ progress: voiceCalls.progress })
    .from(voiceCalls)
    .where(and(eq(voiceCalls.conversation_id, talk.conversation_id), isNull(voiceCalls.ended_at)))
  // Also where its process is killed now.
  expect(begun?.progress?.answer).toMatchObject({ message_id: expect.any(String) })
  const third = await callAgain(talk)
  await third.event('response.done')
  expect(speechInputs(talk).at(-1)).toMatchObject({ input: REST })
  expect(speechInputs(talk).length).toBeGreaterThan(spokenBefore)
})

test('a call that is continued on another device says so to the first one', async () => {
  const talk = await givenSpokenCall(app)
  const second = await callAgain(talk)
  expect(await talk.call.event('error')).toMatchObject({ code: 'CALL_MOVED', is_final: true })
  expect(await talk.call.untilClosed()).toMatchObject({ code: 1000, reason: 'CALL_MOVED' })
  expect(second.closed()).toBeNull()
})

test('a call that was ended in another process, of which no event arrived, learns why', async () => {
  const talk = await givenSpokenCall(app)
  const ended = { ended_at: app.clock.now(), end_code: 'CALL_MOVED' } as const
  await app.ctx.db.update(voiceCalls).set(ended).where(eq(voiceCalls.conversation_id, talk.conversation_id))
  // Its row is written again with the first words.
  say(talk, voice(900), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({ code: 'CALL_MOVED' })
})

test('words that were not understood when the call moved to another device are reported there, and in the chat', async () => {
  const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, {
    heard: [
      { text: '', until },
      { text: '', until },
    ],
  })
  say(talk, voice(1800))
  await talk.call.event('speech_started')
  const second = await callAgain(talk)
  await talk.call.event('error')
  proceed()
  expect(await second.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD', is_final: false })
  second.hangUp()
  await expect.poll(() => endsOf(talk)).toHaveLength(1)
  expect((await endsOf(talk))[0]?.system_event).toMatchObject({ is_silent: false, has_missed_words: true })
})
