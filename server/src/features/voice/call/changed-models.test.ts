import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/sounds.ts'
import { givenSpokenCall, PAUSE, say, speechInputs, texts, transcriptionInputs } from '#testing/spoken-call.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('a model and a voice that are chosen in mid-speech are those of the next turn, and nothing is lost', async () => {
  const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, {
    heard: [{ text: 'First question' }, { text: 'Second question' }],
    answers: [{ chunks: ['First ', 'answer. '], until, until_after: 1 }, { text: 'Second answer.' }],
  })
  const listener = await app.given.model({ provider: 'custom', is_stt: true })
  const other = await app.given.voice({ provider: 'custom' })
  say(talk, voice(900), PAUSE)
  await expect.poll(() => talk.call.events.some(({ type }) => type === 'caption')).toBe(true)
  const path = `${talk.base}/employees/${talk.teammate.id}`
  const changed = await talk.client.put(path, { stt_model: String(listener.id), voice: other.voice })
  expect(changed.status).toBe(200)
  proceed()
  await talk.call.event('response.done')
  say(talk, silence(200), voice(900), PAUSE)
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'response.done').length).toBe(2)
  const models = transcriptionInputs(talk).map(({ model }) => model)
  expect(models).toHaveLength(2)
  expect(models[1]).toBe(listener.model)
  expect(models[0]).not.toBe(listener.model)
  const voices = speechInputs(talk).map((input) => [input.input, input.voice])
  expect(voices).toEqual([
    ['First answer.', talk.teammate.voice],
    ['Second answer.', other.voice],
  ])
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'First question'],
    ['ai', 'First answer. '],
    ['contact', 'Second question'],
    ['ai', 'Second answer.'],
  ])
})

test('two voices at once are one turn, of which nothing is cut off', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Where is it? And how much?' }] })
  const [first, second] = [Buffer.concat([voice(1500), silence(800)]), Buffer.concat([silence(800), voice(1500)])]
  const together = Buffer.alloc(first.length)
  for (let at = 0; at < together.length; at += 2) {
    together.writeInt16LE(Math.max(-32_768, Math.min(32_767, first.readInt16LE(at) + second.readInt16LE(at))), at)
  }
  say(talk, together, PAUSE)
  await talk.call.event('response.done')
  expect(transcriptionInputs(talk)).toHaveLength(1)
  expect(talk.call.events.filter(({ type }) => type === 'speech_started')).toHaveLength(1)
  const [turn] = await talk.messages()
  expect(turn?.content).toBe('Where is it? And how much?')
})
