import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenRealtimeCall } from '#testing/calls/realtime-call.ts'
import { voice } from '#testing/calls/sounds.ts'
import { chatInputs, PAUSE, say, texts } from '#testing/calls/spoken-call.ts'

// Executes no runs but those that need what it holds.
const app = await ownTestApp({ parts: ['web', 'realtime'] })

test('a process that is no worker answers by the realtime model that it has connected', async () => {
  const talk = await givenRealtimeCall(app, { vendor: 'OpenAI' })
  talk.live.understand('Hello')
  talk.live.answer({ text: 'Hi there.' })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Hello'],
    ['ai', 'Hi there.'],
  ])
  expect(chatInputs(talk)).toEqual([])
})
