import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import {
  chatInputs,
  givenSpokenCall,
  PAUSE,
  type SpokenCall,
  say,
  texts,
  transcriptionInputs,
} from '#testing/calls/spoken-call.ts'

const app = await ownTestApp()

const LONG = 'A first sentence that takes a while. A second one that takes a while too. And a third one.'
/** So long nobody coughs. */
const SENTENCE = voice(1800)

const count = ({ call }: SpokenCall, type: string) => call.events.filter((event) => event.type === type).length

test('a sentence over an answer that is not understood is reported, and the answer continues', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Hello' }, { text: '' }], answers: [{ text: LONG }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  say(talk, SENTENCE, PAUSE)
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD', is_final: false })
  await talk.call.event('response.done')
  expect(count(talk, 'response.cancelled')).toBe(0)
})

test('of two sentences the one that is not understood is reported, though the other one is answered', async () => {
  const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, { heard: [{ text: '', until }, { text: '' }, { text: 'Are you there?' }] })
  say(talk, SENTENCE, PAUSE)
  await talk.call.event('speech_stopped')
  say(talk, voice(900))
  await expect.poll(() => count(talk, 'speech_started')).toBe(2)
  proceed()
  await expect.poll(() => transcriptionInputs(talk).length).toBe(2)
  say(talk, PAUSE)
  await talk.call.event('response.done')
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD', is_final: false })
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'Are you there?'])
})

test('what follows a sentence that was understood is reported where it is not understood itself', async () => {
  const heard = [{ text: 'My order number is.' }, { text: '' }, { text: '' }]
  const talk = await givenSpokenCall(app, { heard })
  say(talk, voice(900), PAUSE)
  await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  say(talk, SENTENCE, PAUSE)
  await talk.call.event('response.done')
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD' })
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'My order number is.'])
})

test('a sentence of which nothing was understood in its pause is transcribed once more, whole', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: '' }, { text: 'Where is my order?' }] })
  say(talk, SENTENCE, silence(320))
  await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  say(talk, PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'Where is my order?'])
  expect(count(talk, 'error')).toBe(0)
})

test('a sentence after which no more sound comes, not even silence, is answered', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Where is my order?' }] })
  say(talk, voice(900))
  await talk.call.event('response.done')
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'Where is my order?'])
})

test('a cough is transcribed once, and not reported as not understood', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Hello' }, { text: '' }], answers: [{ text: LONG }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  say(talk, voice(400), PAUSE)
  await talk.call.event('response.done')
  expect(transcriptionInputs(talk)).toHaveLength(2)
  expect(chatInputs(talk)).toHaveLength(1)
  expect(count(talk, 'error')).toBe(0)
})
