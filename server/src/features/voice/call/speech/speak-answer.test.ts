import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { speakAnswer } from './speak-answer.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const ignore = (): void => undefined

/** Speaks one answer of a tenth of a second and returns its audio, which nothing here holds any more. */
async function speakOneAnswer(signal: AbortSignal): Promise<WeakRef<Buffer>> {
  const audio = Buffer.alloc(4800)
  const spoken = speakAnswer({
    message_id: '1',
    role: 'assistant',
    about: { channel: {} },
    line: { send: ignore, sendAudio: ignore, pendingBytes: () => 0, signal, isBroken: () => false },
    async *source() {
      yield { text: 'Hello.', end: 'completed', waiting_for: null }
    },
    speaker: Promise.resolve({
      async *speak() {
        yield audio
        return { cost_usd: 0, seconds: 0.1 }
      },
    }),
    live: null,
    onThought: ignore,
    onFailure: ignore,
  })
  await spoken.done
  expect(spoken.figures.heard_seconds).toBeCloseTo(0.1)
  return new WeakRef(audio)
}

test('the audio of an answer is released when it has been heard, not when the call ends', async () => {
  const call = new AbortController()
  const audio = await speakOneAnswer(call.signal)
  // A weak reference holds its target until the end of the turn in which it was made or read, and other work of the process
  // may hold up its release once.
  await expect
    .poll(async () => {
      await sleep(0)
      collectGarbage()
      return audio.deref()
    })
    .toBeUndefined()
})
