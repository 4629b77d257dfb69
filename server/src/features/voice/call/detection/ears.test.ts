import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silence, voice } from '#testing/calls/sounds.ts'
import { Ears } from './ears.ts'
import type { Speech } from './speech-detector.ts'

function givenEars() {
  const speech: Speech[] = []
  const ears = new Ears({
    organization_id: 'an organization',
    onSpeech: (each) => speech.push(each),
    isAnswerSpoken: () => false,
    onFailure: (error) => {
      throw error
    },
  })
  const types = () => speech.map(({ type }) => type)
  /** Without the pauses inside of what is said. */
  const turnTypes = () => types().filter((type) => type === 'started' || type === 'ended')
  return { ears, speech, types, turnTypes }
}

const turns = (seconds: number): Buffer =>
  Buffer.concat(Array.from({ length: seconds / 2 }, () => Buffer.concat([voice(1000), silence(1000)])))

test('what comes all at once is heard whole and in its order', async () => {
  const { ears, speech, turnTypes } = givenEars()
  ears.hear(turns(12))
  ears.hold(true)
  ears.hear(voice(3000))
  ears.hold(false)
  await ears.close()
  expect(turnTypes()).toEqual(Array.from({ length: 7 }, () => ['started', 'ended']).flat())
  const held = speech.at(-1)
  // Three seconds at 16 kHz, all of them.
  expect(held?.type === 'ended' && held.samples.length).toBeCloseTo(48_000, -2)
})

test('while much that came at once is searched, others have their turns', async () => {
  const { ears, types } = givenEars()
  ears.hold(true)
  await expect.poll(types).toEqual(['started'])
  ears.openMicrophone()
  let isOver = false
  ears.hear(turns(14))
  ears.hear(turns(14))
  const closed = ears.close().then(() => {
    isOver = true
  })
  let othersTurns = 0
  while (!isOver) {
    await nextTurn()
    othersTurns += 1
  }
  await closed
  expect(othersTurns).toBeGreaterThan(5)
})

test('nothing is heard after the end', async () => {
  const { ears, types } = givenEars()
  await ears.close()
  ears.hear(voice(2000))
  ears.hold(true)
  await ears.close()
  expect(types()).toEqual([])
})

test('a pause is reported, and what follows it decides whether it was the end', async () => {
  const ended = givenEars()
  ended.ears.hear(Buffer.concat([voice(1000), silence(360)]))
  await expect.poll(ended.types).toEqual(['started', 'paused'])
  ended.ears.hear(silence(240))
  await expect.poll(ended.types).toEqual(['started', 'paused', 'ended'])

  const continued = givenEars()
  continued.ears.hear(Buffer.concat([voice(1000), silence(360), voice(500)]))
  await expect.poll(continued.types).toEqual(['started', 'paused', 'resumed'])
})
