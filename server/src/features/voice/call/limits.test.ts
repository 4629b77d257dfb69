import { afterAll, expect, test } from 'vitest'
import { BYTES_PER_MS } from '#contracts/voice-socket.ts'
import { watchCall } from '#features/voice/call/watch-call.ts'
import { startTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/sounds.ts'
import { chatInputs, givenSpokenCall, PAUSE, say, texts } from '#testing/spoken-call.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('a call in which nothing is said for five minutes is ended, and one that is spoken on is not', async () => {
  const talk = await givenSpokenCall(app)
  app.clock.advance(4 * 60_000)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  app.clock.advance(4 * 60_000)
  say(talk, silence(1000), voice(900), PAUSE)
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'speech_stopped').length).toBe(2)
  expect(talk.call.closed()).toBeNull()
  // Silence is sent all the time, and is nothing that was said.
  say(talk, silence(2000))
  app.clock.advance(6 * 60_000)
  expect(await talk.call.untilClosed()).toMatchObject({ reason: 'CALL_TIMEOUT' })
  const [error] = talk.call.events.filter((event) => event.type === 'error' && event.is_final)
  expect(error).toMatchObject({ code: 'CALL_TIMEOUT', message: expect.stringContaining('five minutes') })
})

test('a call lasts two hours at most, also in the middle of an answer, which is saved whole', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, { answers: [{ chunks: ['Hi ', 'there.'], until }] })
  say(talk, voice(900), PAUSE)
  await expect.poll(() => chatInputs(talk).length).toBe(1)
  app.clock.advance(2 * 60 * 60_000)
  expect(await talk.call.event('error')).toMatchObject({
    code: 'CALL_TIMEOUT',
    message: expect.stringContaining('two hours'),
    is_final: true,
  })
  goOn()
  expect(await talk.call.untilClosed()).toMatchObject({ reason: 'CALL_TIMEOUT' })
  await expect
    .poll(async () => texts(await talk.messages()))
    .toEqual([
      ['contact', 'Hello'],
      ['ai', 'Hi there.'],
    ])
})

test('a client that does not read what is sent to it is hung up on', async () => {
  const ended: string[] = []
  const line = {
    send: () => undefined,
    sendAudio: () => undefined,
    pendingBytes: () => 2100 * BYTES_PER_MS,
    signal: new AbortController().signal,
  }
  const watch = watchCall(app.ctx, line, { isBusy: () => false, onEnd: (code) => void ended.push(code) })
  try {
    await expect.poll(() => ended).toContain('TOO_SLOW')
  } finally {
    watch.stop()
  }
})
