import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { chatInputs, givenSpokenCall, say } from '#testing/calls/spoken-call.ts'
import type { RecordedEvent } from '#testing/events/recorded-events.ts'
import { errorLog } from '#testing/servers/error-log.ts'

test('what a caller says while the server stops is answered before its database is closed', async () => {
  const { errors, log } = errorLog()
  const stopping = await startTestApp({ log })
  const transcribed = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(stopping, {
    heard: [{ text: 'My number is four', until: transcribed.promise }],
    answers: [{ text: 'Thank you.', until: answered.promise }],
  })
  say(talk, voice(900))
  await talk.call.event('speech_started')
  const closed = stopping.close()
  await talk.call.event('error')
  transcribed.resolve()
  await expect.poll(() => chatInputs(talk)).toHaveLength(1)
  await talk.call.untilClosed()
  answered.resolve()
  await closed
  const isAnswer = ({ payload }: RecordedEvent) => payload.content === 'Thank you.' && payload.status === 'completed'
  expect(stopping.events.all().some(isAnswer)).toBe(true)
  expect(errors).toEqual([])
})

test('requests are refused as soon as the server stops, however long the last words of a call take', async () => {
  const stopping = await startTestApp()
  const transcribed = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(stopping, { heard: [{ text: 'Goodbye', until: transcribed.promise }] })
  say(talk, voice(900))
  await talk.call.event('speech_started')
  let isOver = false
  const over = talk.call.untilClosed().then(() => {
    isOver = true
  })
  const closed = stopping.close()
  await talk.call.event('error')
  const answered = () =>
    fetch(`${stopping.base_url}/health`).then(
      ({ status }) => status,
      () => 'refused',
    )
  await expect.poll(answered).toBe('refused')
  expect(isOver).toBe(false)
  transcribed.resolve()
  await over
  await closed
})
