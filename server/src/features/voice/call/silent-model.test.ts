import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenRealtimeCall } from '#testing/calls/realtime-call.ts'
import { voice } from '#testing/calls/sounds.ts'
import { PAUSE, say, texts } from '#testing/calls/spoken-call.ts'
import { never } from '#testing/doubles/vendors/realtime/script.ts'

const app = await ownTestApp({ env: { REALTIME_MODEL_TIMEOUT: '2' } })

test.for([
  ['OpenAI', 'before its first word', { text: 'Half an answer.', fault: 'silent' }],
  ['Gemini', 'before its first word', { text: 'Half an answer.', fault: 'silent' }],
  ['OpenAI', 'in the middle of its answer', { text: 'Half an answer.', until: never }],
  ['Gemini', 'in the middle of its answer', { text: 'Half an answer.', until: never }],
] as const)(
  'where a realtime model of %s falls silent %s, the teammate’s own model answers',
  async ([vendor, , answer]) => {
    const talk = await givenRealtimeCall(app, { vendor })
    talk.live.understand('Hello')
    talk.live.answer(answer)
    talk.vendor.reply({ text: 'A whole answer.' })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.done')
    expect(talk.live.read_aloud).toEqual(['A whole answer.'])
    expect(texts(await talk.messages())).toEqual([
      ['contact', 'Hello'],
      ['ai', 'A whole answer.'],
    ])
  },
)
