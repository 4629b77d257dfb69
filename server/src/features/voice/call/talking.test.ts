import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aiModels } from '#features/catalog/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { noise, silence, voice } from '#testing/calls/sounds.ts'
import {
  type CallSetup,
  chatInputs,
  givenSpokenCall,
  MS_PER_CHARACTER,
  PAUSE,
  say,
  speechInputs,
  texts,
  transcriptionInputs,
} from '#testing/calls/spoken-call.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'

const app = await ownTestApp()

const onCall = (setup?: CallSetup) => givenSpokenCall(app, setup)
const AudioField = z.object({ file: z.object({ name: z.literal('audio.wav'), bytes: z.instanceof(Buffer) }) })

test('what is said is transcribed, answered and spoken, and is in the conversation', async () => {
  const talk = await onCall({
    heard: [{ text: 'Where is my order?' }],
    answers: [{ text: 'It is **on its way**. See you.' }],
  })
  say(talk, silence(400), voice(900), PAUSE)
  const { message_id } = await talk.call.event('response.done')
  expect(talk.call.events.map(({ type }) => type)).toEqual([
    'session.created',
    'speech_started',
    'speech_stopped',
    'thinking_started',
    'caption',
    'thinking_ended',
    'response.started',
    'caption',
    'caption',
    'caption',
    'response.done',
  ])
  const captions = talk.call.events.filter(({ type }) => type === 'caption')
  expect(captions).toMatchObject([
    { role: 'user', text: 'Where is my order?', is_final: true },
    { role: 'assistant', text: 'It is on its way.', is_final: false, message_id },
    { role: 'assistant', text: 'It is on its way. See you.', is_final: false, message_id },
    { role: 'assistant', text: 'It is on its way. See you.', is_final: true, message_id },
  ])
  expect(speechInputs(talk).map(({ input }) => input)).toEqual(['It is on its way.', 'See you.'])
  const spoken = 'It is on its way.See you.'.length * MS_PER_CHARACTER * 48
  expect(Buffer.concat(talk.call.audio)).toHaveLength(spoken)
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Where is my order?'],
    ['ai', 'It is **on its way**. See you.'],
  ])
})

test('captions have a line for each heading and item, which end without a mark', async () => {
  const talk = await onCall({
    heard: [{ text: 'How?' }],
    answers: [{ text: '## Returns\n- Within 30 days\n- Unused' }],
  })
  say(talk, silence(400), voice(900), PAUSE)
  await talk.call.event('response.done')
  const captions = talk.call.events.filter(({ type }) => type === 'caption')
  expect(captions.at(-1)).toMatchObject({ text: 'Returns\nWithin 30 days\nUnused', is_final: true })
})

test('the audio of an utterance begins before its first syllable, and is a WAV file', async () => {
  const talk = await onCall()
  say(talk, silence(1000), voice(900), PAUSE)
  await talk.call.event('response.done')
  const [form] = transcriptionInputs(talk)
  const { bytes } = AudioField.parse(form).file
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  expect(bytes.readUInt32LE(24)).toBe(16_000)
  const seconds = (bytes.length - 44) / 32_000
  expect(seconds).toBeGreaterThan(0.9 + 0.25)
  expect(seconds).toBeLessThan(0.9 + 0.25 + 1.5)
})

test.each([
  ['silence', silence(3000)],
  ['steady noise', noise(3000, 0.05)],
  ['loud steady noise', noise(3000, 0.5)],
  ['clicks', Buffer.concat(Array.from({ length: 12 }, () => Buffer.concat([noise(8, 0.9), silence(150)])))],
  ['breath', Buffer.concat([silence(500), noise(600, 0.03), silence(700), noise(600, 0.03)])],
  ['a short sound', Buffer.concat([silence(500), voice(60), silence(1000)])],
])('%s is no speech', async (_name, sound) => {
  const talk = await onCall()
  say(talk, sound, silence(700))
  // What comes after it is heard, so all of it was judged.
  say(talk, silence(300), voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(talk.call.events.filter(({ type }) => type === 'speech_started')).toHaveLength(1)
  expect(transcriptionInputs(talk)).toHaveLength(1)
})

test('what cannot be understood is reported, and the call continues', async () => {
  const talk = await onCall({ heard: [{ text: '' }, { text: 'Hello' }] })
  say(talk, voice(900), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD', is_final: false })
  expect(await talk.messages()).toEqual([])
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Hello'],
    ['ai', 'Hi there.'],
  ])
})

const SENTENCE = 'This is a sentence that takes two seconds to say.'

test('audio is sent no further ahead than 300 ms of what was heard', async () => {
  const talk = await onCall({ answers: [{ text: SENTENCE }] })
  const startedAt = performance.now()
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  const firstAt = performance.now()
  await expect.poll(() => talk.call.events.some(({ type }) => type === 'response.done')).toBe(true)
  const audioMs = Buffer.concat(talk.call.audio).length / 48
  expect(audioMs).toBe(SENTENCE.length * MS_PER_CHARACTER)
  expect(performance.now() - firstAt).toBeGreaterThan(audioMs - 350)
  expect(firstAt - startedAt).toBeLessThan(10_000)
})

test('speaking over an answer stops it, and what is saved of it is what was heard', async () => {
  const answer = 'One two three four five six seven eight nine ten. Eleven twelve thirteen fourteen. Fifteen.'
  const talk = await onCall({
    heard: [{ text: 'Count' }, { text: 'Stop' }],
    answers: [{ text: answer }, { text: 'Stopped.' }],
  })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  await expect.poll(() => Buffer.concat(talk.call.audio).length / 48).toBeGreaterThan(800)
  say(talk, voice(700), PAUSE)
  const { message_id } = await talk.call.event('response.cancelled')
  await talk.call.event('response.done')
  const all = await talk.messages()
  expect(all.map(({ role }) => role)).toEqual(['contact', 'ai', 'contact', 'ai'])
  expect(all[1]).toMatchObject({ id: message_id, is_stopped: true, status: 'completed', generation_ms: null })
  const heard = all[1]?.content ?? ''
  expect(answer.startsWith(heard)).toBe(true)
  expect(heard.length).toBeGreaterThan(5)
  expect(heard.length).toBeLessThan(answer.length - 10)
  // The model is told what was heard, too.
  const last = JSON.stringify(chatInputs(talk).at(-1))
  expect(last).toContain(heard)
  expect(last).not.toContain('Fifteen')
})

test('an answer of which nothing was heard is dropped when the caller continues', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const talk = await onCall({
    heard: [{ text: 'Wait' }, { text: 'Hello' }],
    answers: [{ chunks: ['Never ', 'heard.'], until }],
  })
  say(talk, voice(900), PAUSE)
  await expect.poll(() => chatInputs(talk).length).toBe(1)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  goOn()
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Wait'],
    ['contact', 'Hello'],
    ['ai', 'Fine.'],
  ])
})

test('who continues after a pause is answered once, to all that they said', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const talk = await onCall({ heard: [{ text: 'My number is', until }, { text: 'four seven.' }] })
  say(talk, voice(900), PAUSE)
  // Two requests at once may reach the vendor in either order.
  await expect.poll(() => transcriptionInputs(talk).length).toBe(1)
  say(talk, voice(900), PAUSE)
  await expect.poll(() => transcriptionInputs(talk).length).toBe(2)
  goOn()
  await talk.call.event('response.done')
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'My number is four seven.'],
    ['ai', 'Hi there.'],
  ])
})

test('the log of the run shows how long was listened, thought and spoken, and what that cost', async () => {
  const talk = await onCall({ heard: [{ text: 'Hello', usage: { input_tokens: 1000, output_tokens: 0 } }] })
  const priced = { input_cost: 10, output_cost: 0 }
  await app.ctx.db
    .update(aiModels)
    .set(priced)
    .where(eq(aiModels.id, talk.teammate.stt_model ?? 0))
  say(talk, voice(900), PAUSE)
  const { message_id } = await talk.call.event('response.done')
  const run_id = (await talk.messages()).find(({ id }) => id === message_id)?.run_id ?? ''
  await expect.poll(async () => (await stepsOf(app, run_id)).map(({ type }) => type)).toEqual(['agent', 'speech'])
  const { body } = await talk.client.get(`${talk.base}/workflows/runs/${run_id}`)
  const step = body.steps.at(-1)
  expect(step).toMatchObject({ name: 'Speech', status: 'completed', type: 'speech' })
  expect(step.output).toMatchObject({
    listened_ms: expect.any(Number),
    transcribing_ms: expect.any(Number),
    waiting_ms: expect.any(Number),
    thinking_ms: expect.any(Number),
    synthesizing_ms: expect.any(Number),
    first_audio_ms: expect.any(Number),
    spoken_seconds: 0.4,
    heard_seconds: 0.4,
    was_interrupted: false,
  })
  const { transcribing_ms, waiting_ms, thinking_ms, synthesizing_ms, first_audio_ms, listened_ms } = step.output
  expect(listened_ms).toBeGreaterThan(900)
  // No time before the first sound is without a name.
  expect(transcribing_ms + waiting_ms + thinking_ms + synthesizing_ms).toBe(first_audio_ms)
  expect(body.usd_cost).toBeCloseTo(0.01, 6)
  const usage = await talk.client.get(`${talk.base}/usage`)
  expect(usage.body.totals).toMatchObject({
    runs: 1,
    listened_ms: step.output.listened_ms,
    spoken_ms: 'Hi there.'.length * MS_PER_CHARACTER,
  })
  expect(usage.body.totals.speech_usd_cost).toBeCloseTo(0.01, 6)
})

test('when the caller hangs up in the middle of a sentence, it is saved, and so is the whole answer', async () => {
  const talk = await onCall({ heard: [{ text: 'Until here' }], answers: [{ text: 'A whole answer. And more.' }] })
  say(talk, voice(900))
  await talk.call.event('speech_started')
  talk.call.hangUp()
  await expect
    .poll(async () => texts(await talk.messages()))
    .toEqual([
      ['contact', 'Until here'],
      ['ai', 'A whole answer. And more.'],
      ['system', expect.stringMatching(/^The caller ended the call · \d sec$/)],
    ])
  expect(speechInputs(talk)).toEqual([])
})
