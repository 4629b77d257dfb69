import { expect, onTestFinished, test } from 'vitest'
import { BYTES_PER_MS } from '#contracts/voice-socket.ts'
import { watchCall } from '#features/voice/call/watch-call.ts'
import { ownTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, say } from '#testing/calls/spoken-call.ts'

const app = await ownTestApp()

test('a call in which nothing is said for five minutes is ended, and one that is spoken on is not', async () => {
  const talk = await givenSpokenCall(app)
  app.clock.advance(4 * 60_000)
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  app.clock.advance(4 * 60_000)
  say(talk, silence(1000), voice(900), PAUSE)
  // Nothing is being transcribed or answered any more when the clock jumps.
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD' })
  expect(talk.call.closed()).toBeNull()
  // Silence is sent all the time, and is nothing that was said.
  say(talk, silence(2000))
  app.clock.advance(6 * 60_000)
  expect(await talk.call.untilClosed()).toMatchObject({ reason: 'CALL_TIMEOUT' })
  const [error] = talk.call.events.filter((event) => event.type === 'error' && event.is_final)
  expect(error).toMatchObject({ code: 'CALL_TIMEOUT', message: expect.stringContaining('five minutes') })
})

/** A call's line and its end, without the runs of a call: a clock that jumps makes a run look as if its process were lost. */
function givenWatch({ pendingBytes = 0, isBusy = false }) {
  const ended: string[] = []
  const line = {
    send: () => undefined,
    sendAudio: () => undefined,
    pendingBytes: () => pendingBytes,
    endCode: () => null,
    signal: new AbortController().signal,
  }
  const onEnd = (code: string, message: string) => void ended.push(`${code}: ${message}`)
  const watch = watchCall(app.ctx, line, { isBusy: () => isBusy, onEnd })
  onTestFinished(watch.stop)
  return ended
}

test('a call lasts two hours at most, also where something is said all the time', async () => {
  const ended = givenWatch({ isBusy: true })
  app.clock.advance(2 * 60 * 60_000)
  await expect.poll(() => ended[0]).toBe('CALL_TIMEOUT: A call lasts two hours at most')
})

test('a client that does not read what is sent to it is hung up on', async () => {
  const ended = givenWatch({ pendingBytes: 2100 * BYTES_PER_MS })
  await expect.poll(() => ended[0]).toMatch(/^TOO_SLOW/)
})
