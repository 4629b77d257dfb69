import { expect, test } from 'vitest'
import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { noise, silence, voice } from '#testing/calls/sounds.ts'
import { resampler } from '../../../models/speech/resample-pcm.ts'
import { Ears } from './ears.ts'
import { END_MS } from './speaker-pauses.ts'
import { SpeechDetector } from './speech-detector.ts'
import { DETECTION_RATE_HZ, openVoiceActivity } from './voice-activity.ts'

/** The silence by which the end of each turn was known. */
const pausesAfter = (...sounds: Buffer[]): Promise<number[]> => pausesBetween(sounds, () => true)

async function pausesBetween(sounds: Buffer[], hasWords: (turn: number) => boolean): Promise<number[]> {
  const pauses: number[] = []
  const ears = new Ears({
    organization_id: 'an organization',
    onSpeech(speech) {
      if (speech.type !== 'ended') return
      if (hasWords(pauses.length)) speech.learnPauses()
      pauses.push(speech.pause_ms)
    },
    isAnswerSpoken: () => false,
    onFailure: (error) => {
      throw error
    },
  })
  for (const sound of sounds) ears.hear(sound)
  await ears.close()
  return pauses
}

const LATER = silence(1500)
const { min, max } = END_MS
const times = (count: number, ...sounds: Buffer[]): Buffer[] => Array.from({ length: count }, () => sounds).flat()
const fluent = (count: number) => times(count, voice(1000), LATER)

test('who makes no pauses within what they say is answered sooner from the fourth turn on', async () => {
  expect(await pausesAfter(...fluent(5))).toEqual([max, max, max, min, min])
})

test('the silence before the first words is no pause', async () => {
  expect(await pausesAfter(silence(300), ...fluent(4))).toEqual([max, max, max, min])
})

test('who pauses is not cut off, and answered as late as anybody', async () => {
  const pausing = times(6, voice(700), silence(400), voice(700), LATER)
  expect(await pausesAfter(...pausing)).toEqual(Array(6).fill(max))
})

test('who was cut off has more time from then on', async () => {
  const thinking = [voice(700), silence(600), voice(700), LATER]
  expect(await pausesAfter(...fluent(4), ...thinking, ...fluent(2))).toEqual([max, max, max, min, min, max, max, max])
})

test('single words do not show how someone speaks', async () => {
  expect(await pausesAfter(...times(6, voice(300), LATER))).toEqual(Array(6).fill(max))
})

test('a click in a pause does not shorten it: who pauses is not cut off', async () => {
  const clicking = times(6, voice(900), silence(225), noise(30, 0.4), silence(225), voice(900), LATER)
  expect(await pausesAfter(...clicking)).toEqual(Array(6).fill(max))
})

test('noises without words do not show how someone speaks', async () => {
  expect(await pausesBetween(fluent(6), () => false)).toEqual(Array(6).fill(max))
  // A cough between sentences does not make the next turn end later, either.
  const coughing = [...fluent(4), voice(700), silence(300), voice(700), LATER, ...fluent(1)]
  expect(await pausesBetween(coughing, (turn) => turn !== 4)).toEqual([max, max, max, min, max, min])
})

test('the pauses of the teammate’s own voice are not those of the caller', async () => {
  let isEcho = false
  const detector = new SpeechDetector(await openVoiceActivity(), () => isEcho)
  const pauses: number[] = []
  const receive = (...sounds: Buffer[]) => {
    const resample = resampler({ from_hz: SAMPLE_RATE_HZ, to_hz: DETECTION_RATE_HZ })
    const pcm = Buffer.concat(sounds)
    const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2)
    for (const speech of detector.hear(resample(samples), isEcho)) {
      if (speech.type !== 'ended') continue
      speech.learnPauses()
      pauses.push(speech.pause_ms)
    }
  }
  receive(...fluent(3))
  isEcho = true
  receive(...times(3, voice(900), silence(300)))
  isEcho = false
  receive(...fluent(2))
  expect(pauses).toEqual([max, max, max, min, min])
})
