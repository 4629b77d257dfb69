import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenRealtimeCall } from '#testing/calls/realtime-call.ts'
import { voice } from '#testing/calls/sounds.ts'
import { PAUSE, say, texts } from '#testing/calls/spoken-call.ts'
import { MS_PER_CHARACTER } from '#testing/doubles/vendors/realtime/script.ts'

const app = await ownTestApp()

const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.'

test('speaking over an answer stops it, and both the chat and the model have only what was heard', async () => {
  const talk = await givenRealtimeCall(app, { vendor: 'OpenAI' })
  talk.live.understand('Count', 'Stop')
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  talk.live.answer({ text: LONG }, { text: 'Stopped.', until })
  goOn()
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  await expect.poll(() => Buffer.concat(talk.call.audio).length / 48).toBeGreaterThan(800)
  say(talk, voice(700), PAUSE)
  const { message_id } = await talk.call.event('response.cancelled')
  await talk.call.event('response.done')
  const all = await talk.messages()
  expect(all.map(({ role }) => role)).toEqual(['contact', 'ai', 'contact', 'ai'])
  const heard = all[1]?.content ?? ''
  expect(all[1]).toMatchObject({ id: message_id, is_stopped: true })
  expect(LONG.startsWith(heard)).toBe(true)
  expect(heard.length).toBeGreaterThan(5)
  expect(heard.length).toBeLessThan(LONG.length - 10)
  const [truncated = 0] = talk.live.truncations
  expect(truncated).toBeGreaterThan(500)
  expect(truncated).toBeLessThan(LONG.length * MS_PER_CHARACTER)
  expect(talk.live.conversations.at(-1)?.map(([kind]) => kind)).toEqual(['user audio', 'assistant audio', 'user audio'])
})

test('a vendor that does not end what was cancelled holds up no other turn', async () => {
  const talk = await givenRealtimeCall(app, { vendor: 'OpenAI' })
  talk.live.understand('Wait', 'Hello')
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  talk.live.answer({ text: 'Never ended by its vendor.', until, fault: 'ignores_cancel' }, { text: 'Hi there.' })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  talk.call.send({ type: 'interrupt' })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages()).at(-1)).toEqual(['ai', 'Hi there.'])
  goOn()
})

test.for([
  ['off', 'minimal'],
  ['high', 'high'],
] as const)('a model that reasons is asked for the teammate’s reasoning: %s', async ([reasoning, effort]) => {
  const model_values = { is_reasoning: true }
  const talk = await givenRealtimeCall(app, { vendor: 'OpenAI', model_values, values: { reasoning } })
  talk.live.understand('Hello')
  talk.live.answer({ text: 'Hi.' })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(talk.live.sessions.at(-1)).toMatchObject({ effort })
})

test('a model that does not reason is sent no reasoning, which the vendor would refuse', async () => {
  const talk = await givenRealtimeCall(app, { vendor: 'OpenAI', values: { reasoning: 'high' } })
  talk.live.understand('Hello')
  talk.live.answer({ text: 'Hi.' })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(talk.live.sessions.map((session) => session.effort)).toEqual(talk.live.sessions.map(() => undefined))
})
