import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, type SpokenCall, say, texts, transcriptionInputs } from '#testing/calls/spoken-call.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'

const app = await ownTestApp()

const Costs = z.object({ costs: z.array(z.looseObject({ listened_ms: z.number().optional() })) })
const Form = z.object({ file: z.object({ bytes: z.instanceof(Buffer) }) })

const types = ({ call }: SpokenCall) => call.events.map(({ type }) => type)

/** Shorter than a pause that ends a turn, and long enough to be transcribed early. */
const SHORT = silence(320)
/** Speech after a shorter silence may belong to the turn before. */
const BETWEEN_TURNS = silence(1500)

async function spokenCosts(talk: SpokenCall): Promise<unknown[]> {
  const run_id = (await talk.messages()).at(-1)?.run_id ?? ''
  const speech = async () => (await stepsOf(app, run_id)).find(({ type }) => type === 'speech')
  await expect.poll(speech).toBeDefined()
  const { costs } = Costs.parse((await speech())?.payload.output)
  return costs.filter(({ listened_ms }) => listened_ms !== undefined)
}

test('what is said is transcribed once, in the pause that ends it', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Where is my order' }] })
  say(talk, voice(900), SHORT)
  await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  expect(types(talk)).not.toContain('speech_stopped')
  say(talk, PAUSE)
  await talk.call.event('response.done')
  expect(transcriptionInputs(talk)).toHaveLength(1)
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'Where is my order'])
  expect(await spokenCosts(talk)).toHaveLength(1)
})

test('speech that continues after a pause stops its transcription, which is still paid for', async () => {
  const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, { heard: [{ text: 'My number is.', until }, { text: 'My number is four.' }] })
  say(talk, voice(900), SHORT)
  await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  say(talk, voice(600), PAUSE)
  await talk.call.event('response.done')
  await expect.poll(() => talk.vendor.aborted).toBe(1)
  proceed()
  expect(types(talk).filter((type) => type === 'speech_stopped')).toHaveLength(1)
  expect(transcriptionInputs(talk)).toHaveLength(2)
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'My number is four.'],
    ['ai', 'Hi there.'],
  ])
  expect(await spokenCosts(talk)).toHaveLength(2)
})

test('a speaker who pauses inside a sentence is not cut off, though recognizers end what was broken off with a full stop', async () => {
  const heard = [
    { text: 'My order number is four, seven, eleven, and.' },
    { text: 'My order number is four and it is late.' },
  ]
  const talk = await givenSpokenCall(app, { heard })
  say(talk, voice(900), SHORT)
  await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  // Its text has come, and the pause continues for as long as a shorter one would have to last.
  say(talk, silence(60))
  talk.call.send('?')
  await talk.call.event('error')
  say(talk, voice(600), PAUSE)
  await talk.call.event('response.done')
  expect(types(talk).filter((type) => type === 'speech_stopped')).toHaveLength(1)
  expect(texts(await talk.messages())[0]).toEqual(['contact', 'My order number is four and it is late.'])
})

test.each([
  ['who speaks without pauses is answered sooner', 'Hello', 5],
  ['noises without words, such as laughter, do not make an answer come sooner', '', 4],
])('from the fourth turn on, %s', async (_rule, text, started) => {
  const talk = await givenSpokenCall(app, { heard: Array.from({ length: 4 }, () => ({ text })) })
  const count = (type: string) => types(talk).filter((one) => one === type).length
  for (let nth = 1; nth <= 3; nth++) {
    say(talk, voice(900), BETWEEN_TURNS)
    await expect.poll(() => count(text === '' ? 'error' : 'caption')).toBeGreaterThanOrEqual(nth)
    await expect.poll(() => count('response.done')).toBe(text === '' ? 0 : nth)
  }
  const transcribed = transcriptionInputs(talk).length
  // More than the shortest pause that ends a turn, and less than the longest.
  say(talk, voice(900), silence(400))
  await expect.poll(() => transcriptionInputs(talk).length).toBe(transcribed + 1)
  say(talk, voice(900), BETWEEN_TURNS)
  await expect.poll(() => transcriptionInputs(talk).length).toBe(transcribed + 2)
  expect(count('speech_started')).toBe(started)
})

test('many short pauses cost no more than the turn and what it has once again', async () => {
  const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, { heard: Array.from({ length: 20 }, () => ({ text: 'And so on', until })) })
  for (let nth = 0; nth < 10; nth++) {
    say(talk, voice(900), SHORT)
    // All of it is heard, one after the other.
    talk.call.send('?')
    await expect.poll(() => types(talk).filter((type) => type === 'error').length).toBe(nth + 1)
    // Speech that continues may stop a later one before it was sent.
    if (nth === 0) await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  }
  proceed()
  say(talk, PAUSE)
  await talk.call.event('response.done')
  const seconds = transcriptionInputs(talk).map((form) => Form.parse(form).file.bytes.length / 32_000)
  const last = Math.max(...seconds)
  expect(last).toBeGreaterThan(10)
  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThan(2.5 * last + 1)
  expect(seconds.length).toBeGreaterThan(1)
})
