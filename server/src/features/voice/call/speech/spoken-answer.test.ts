import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { SpokenAnswer } from './spoken-answer.ts'
import type { ToSpeak } from './to-speak.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const ignore = (): void => undefined

type Given = Pick<ToSpeak, 'source'> & { audio?: Buffer; failure?: Error; onVoiceFailure?: ToSpeak['onVoiceFailure'] }

/** An answer whose passages take a tenth of a second each. */
const speak = (
  { source, audio = Buffer.alloc(4800), failure, onVoiceFailure = ignore }: Given,
  { signal, send = ignore }: { signal: AbortSignal; send?: ToSpeak['line']['send'] },
) =>
  new SpokenAnswer({
    message_id: '1',
    role: 'assistant',
    parties: { channel: {} },
    line: { send, sendAudio: ignore, pendingBytes: () => 0, signal, endCode: () => null },
    source,
    speaker: Promise.resolve({
      async *speak() {
        if (failure) throw failure
        yield audio
        return { cost_usd: 0, seconds: 0.1 }
      },
    }),
    live: null,
    onThought: ignore,
    onVoiceFailure,
    onFailure: ignore,
  })

/** Speaks one answer and returns its audio, which nothing here holds any more. */
async function speakOneAnswer(signal: AbortSignal): Promise<WeakRef<Buffer>> {
  const audio = Buffer.alloc(4800)
  async function* source() {
    yield { text: 'Hello.', end: 'completed' as const, waiting_for: null }
  }
  const spoken = speak({ source, audio }, { signal })
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

test('an answer that is stopped between two sentences, while nothing of it is heard, is cancelled for the client too', async () => {
  const { promise: until, resolve: stop } = Promise.withResolvers<void>()
  const types: string[] = []
  async function* source() {
    yield { text: 'This one is heard. The next', end: null, waiting_for: null }
    await until
    yield { text: 'This one is heard. The next', end: 'stopped' as const, waiting_for: null }
  }
  const { signal } = new AbortController()
  const spoken = speak({ source }, { signal, send: ({ type }) => types.push(type) })
  await expect.poll(() => types).toContain('response.started')
  await expect.poll(() => spoken.isHeard).toBe(false)
  stop()
  await spoken.done
  expect(types.at(-1)).toBe('response.cancelled')
})

test('what is written after the voice has failed is shown as it comes, and counts as heard', async () => {
  const failed = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const captions: { text: string; is_final: boolean }[] = []
  async function* source() {
    yield { text: 'This is not heard. The next', end: null, waiting_for: null }
    await failed.promise
    yield { text: 'This is not heard. The next sentence is read.', end: null, waiting_for: null }
    await ended.promise
    yield { text: 'This is not heard. The next sentence is read.', end: 'completed' as const, waiting_for: null }
  }
  const { signal } = new AbortController()
  const given = { source, failure: new Error('No voice'), onVoiceFailure: () => failed.resolve() }
  const send: ToSpeak['line']['send'] = (event) => event.type === 'caption' && captions.push(event)
  const spoken = speak(given, { signal, send })
  await expect.poll(() => captions.at(-1)).toMatchObject({ text: 'This is not heard. The next sentence is read.' })
  expect(captions.at(-1)?.is_final).toBe(false)
  expect(spoken.heard()).toBe('This is not heard. The next sentence is read.')
  ended.resolve()
  await spoken.done
  expect(captions.at(-1)?.is_final).toBe(true)
})
