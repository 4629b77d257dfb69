import { expect, onTestFinished, test } from 'vitest'
import { vendorCredentials } from '#features/models/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenRealtimeCall } from '#testing/calls/realtime-call.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import {
  givenSpokenCall,
  PAUSE,
  type SpokenCall,
  say,
  script,
  speechInputs,
  texts,
  transcriptionInputs,
} from '#testing/calls/spoken-call.ts'
import { startOpenAIRealtimeDouble } from '#testing/doubles/vendors/realtime/openai/openai-realtime.ts'

const app = await ownTestApp()

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

const untilAnswered = ({ call }: Pick<SpokenCall, 'call'>, times: number) =>
  expect.poll(() => call.events.filter(({ type }) => type === 'response.done')).toHaveLength(times)

test('a teammate that is given a realtime model in the middle of a call answers the next turn with it', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'One' }], answers: [{ text: 'First.' }] })
  say(talk, voice(900), PAUSE)
  await untilAnswered(talk, 1)
  const live = await startOpenAIRealtimeDouble('sk-realtime')
  onTestFinished(() => live.close())
  live.understand('Two')
  live.answer({ text: 'Second.' })
  const provider = 'vendor_1'
  const talker = await app.given.model({ provider, model: 'gpt-realtime', is_realtime: true, voices: ['marin'] })
  await app.ctx.db.insert(vendorCredentials).values({
    organization_id: talk.organization.id,
    provider,
    api_key_sealed: app.ctx.ports.cipher.encrypt('sk-realtime'),
    base_url: live.base_url,
  })
  const changes = { tts_model: String(talker.id), voice: 'marin', stt_model: null }
  expect(await talk.client.put(`${talk.base}/employees/${talk.teammate.id}`, changes)).toMatchObject({ status: 200 })
  say(talk, silence(200), voice(900), PAUSE)
  await untilAnswered(talk, 2)
  expect(texts(await talk.messages()).slice(2)).toEqual([
    ['contact', 'Two'],
    ['ai', 'Second.'],
  ])
  expect(speechInputs(talk)).toHaveLength(1)
  talk.call.hangUp()
  await expect.poll(live.countOpen).toBe(0)
})

test('so does one whose realtime model is replaced by another voice, and then by a model for each task', async () => {
  const talk = await givenRealtimeCall(app, { vendor: 'OpenAI', model_values: { voices: ['marin', 'cedar'] } })
  const path = `${talk.base}/employees/${talk.teammate.id}`
  talk.live.understand('One', 'Two')
  talk.live.answer({ text: 'First.' }, { text: 'Second.' })
  say(talk, voice(900), PAUSE)
  await untilAnswered(talk, 1)
  expect(await talk.client.put(path, { voice: 'cedar' })).toMatchObject({ status: 200 })
  say(talk, silence(200), voice(900), PAUSE)
  await untilAnswered(talk, 2)
  expect(talk.live.sessions.at(-1)).toMatchObject({ voice: 'cedar' })

  script(talk.vendor, { heard: [{ text: 'Three' }], answers: [{ text: 'Third.' }] })
  const [speaker, listener] = [
    await app.given.model({ provider: 'custom', is_tts: true }),
    await app.given.model({ provider: 'custom', is_stt: true }),
  ]
  const own = await app.given.voice({ provider: 'custom' })
  const changes = { tts_model: String(speaker.id), voice: own.voice, stt_model: String(listener.id) }
  expect(await talk.client.put(path, changes)).toMatchObject({ status: 200 })
  say(talk, silence(200), voice(900), PAUSE)
  await untilAnswered(talk, 3)
  expect(speechInputs(talk)).toMatchObject([{ input: 'Third.', voice: own.voice }])
  expect(texts(await talk.messages()).map(([, text]) => text)).toEqual([
    'One',
    'First.',
    'Two',
    'Second.',
    'Three',
    'Third.',
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
