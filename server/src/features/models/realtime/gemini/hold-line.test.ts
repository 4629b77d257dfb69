import { expect, test } from 'vitest'
import { givenGeminiSession } from '#testing/calls/gemini-session.ts'
import { voice } from '#testing/calls/sounds.ts'
import { wavFile } from '../../speech/wav-file.ts'

const audio = (ms: number) => ({ name: 'speech.wav', mime_type: 'audio/wav', bytes: wavFile(voice(ms), 16_000) })

test('what waits for a session that is about to end is given to the next one, and is not cut off with it', async () => {
  const { vendor, session } = await givenGeminiSession()
  const { signal } = new AbortController()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vendor.understand('One', 'Two')
  vendor.transcribeAfter(first.promise)
  const one = session.transcribe?.(audio(500), signal)
  const two = session.transcribe?.(audio(700), signal)
  await expect.poll(() => vendor.heard_ms).toHaveLength(1)
  vendor.goAway()
  vendor.transcribeAfter(second.promise)
  first.resolve()
  expect(await one).toMatchObject({ text: 'One' })
  await expect.poll(() => vendor.heard_ms).toHaveLength(2)
  vendor.closeLeaving()
  second.resolve()
  expect(await two).toMatchObject({ text: 'Two' })
})

test('a vendor that says at the start of each session that it will end it is asked in one session for each recording', async () => {
  const { vendor, session } = await givenGeminiSession()
  const { signal } = new AbortController()
  vendor.goAwayFromStart()
  vendor.understand('One', 'Two')
  expect(await session.transcribe?.(audio(500), signal)).toMatchObject({ text: 'One' })
  expect(await session.transcribe?.(audio(700), signal)).toMatchObject({ text: 'Two' })
  expect(vendor.connections).toBe(2)
})
