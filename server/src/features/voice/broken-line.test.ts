import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { voiceCalls } from '#features/voice/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, type SpokenCall, say, speechInputs, texts } from '#testing/calls/spoken-call.ts'
import { openCall } from '#testing/calls/voice.ts'

const app = await ownTestApp()

const FIRST = 'One two three four five six.'
const SECOND = 'This is the second sentence, and it is long enough that it is still being spoken when the line breaks.'
const ANSWER = `${FIRST} ${SECOND}`

async function callAgain({ client, path, conversation_id }: SpokenCall) {
  const { status, body } = await client.post(path, { conversation_id })
  expect(status).toBe(200)
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  return call
}

const untilOver = ({ conversation_id }: SpokenCall) =>
  expect
    .poll(async () => {
      const ofConversation = eq(voiceCalls.conversation_id, conversation_id)
      const [last] = await app.ctx.db
        .select()
        .from(voiceCalls)
        .where(ofConversation)
        .orderBy(desc(voiceCalls.started_at))
      return last?.ended_at
    })
    .toBeInstanceOf(Date)

/** The second sentence is being heard. */
async function inSecondSentence() {
  const talk = await givenSpokenCall(app, { answers: [{ text: ANSWER }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  await expect.poll(() => Buffer.concat(talk.call.audio).length / 48).toBeGreaterThan(FIRST.length * 40 + 1200)
  return { talk, spokenBefore: speechInputs(talk).length }
}

test('an answer whose line broke is spoken on in the next call from the sentence that was cut off', async () => {
  const { talk, spokenBefore } = await inSecondSentence()
  talk.call.socket.terminate()
  await untilOver(talk)
  const call = await callAgain(talk)
  await call.event('response.done')
  const spoken = () => speechInputs(talk).slice(spokenBefore)
  expect(spoken().map(({ input }) => input)).toEqual([SECOND])
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Hello'],
    ['ai', ANSWER],
  ])

  // Once it was heard to its end, and its caller has hung up, it is not spoken a third time.
  call.hangUp()
  await untilOver(talk)
  const third = await callAgain(talk)
  say({ call: third }, voice(900), PAUSE)
  await third.event('error')
  expect(spoken()).toHaveLength(1)
})

test('who hangs up in the middle of an answer does not hear it in the next call', async () => {
  const { talk, spokenBefore } = await inSecondSentence()
  talk.call.hangUp()
  await untilOver(talk)
  const call = await callAgain(talk)
  say({ call }, voice(900), PAUSE)
  await call.event('error')
  expect(speechInputs(talk)).toHaveLength(spokenBefore)
})

test.each([
  ['before the server has saved it', false],
  ['after the server has saved it', true],
])(
  'a question whose line broke while it was transcribed is answered aloud in the next call, begun %s',
  async (_name, isAfter) => {
    const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
    const talk = await givenSpokenCall(app, { heard: [{ text: 'Where is it?', until }] })
    say(talk, voice(900), PAUSE)
    await talk.call.event('speech_stopped')
    talk.call.socket.terminate()
    if (isAfter) {
      proceed()
      await untilOver(talk)
    }
    const call = await callAgain(talk)
    proceed()
    await call.event('response.done')
    expect(speechInputs(talk).map(({ input }) => input)).toEqual(['Hi there.'])
    expect(texts(await talk.messages())).toEqual([
      ['contact', 'Where is it?'],
      ['ai', 'Hi there.'],
    ])
  },
)
