import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { MS_PER_CHARACTER } from '#testing/doubles/vendors/realtime/openai-realtime.ts'
import { givenRealtimeCall } from '#testing/realtime-call.ts'
import { silence, voice } from '#testing/sounds.ts'
import { PAUSE, say, texts } from '#testing/spoken-call.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('a realtime model hears the caller itself, and its own voice is heard', async () => {
  const talk = await givenRealtimeCall(app)
  talk.openai.understand('Where is my order?')
  talk.openai.answer({ text: 'It is on its way. See you.' })
  say(talk, silence(400), voice(900), PAUSE)
  const { message_id } = await talk.call.event('response.done')
  const captions = talk.call.events.filter(({ type }) => type === 'caption')
  expect(captions[0]).toMatchObject({ role: 'user', text: 'Where is my order?', is_final: true })
  expect(captions.at(-1)).toMatchObject({ text: 'It is on its way. See you.', is_final: true, message_id })
  const spoken = 'It is on its way. See you.'.length * MS_PER_CHARACTER * 48
  expect(Buffer.concat(talk.call.audio)).toHaveLength(spoken)
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Where is my order?'],
    ['ai', 'It is on its way. See you.'],
  ])
  expect(talk.openai.conversations).toEqual([[['user audio', 'Where is my order?']]])
  expect(talk.openai.heard_ms[0]).toBeGreaterThan(900)
  expect(talk.openai.read_aloud).toEqual([])
  expect(talk.openai.sessions.at(-1)).toMatchObject({ audio: { output: { voice: 'marin' } } })
  expect(talk.openai.sessions.at(-1)?.instructions).toContain('Ada')
})
