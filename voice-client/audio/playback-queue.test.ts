import { expect, test } from 'vitest'
import { createPlaybackQueue, type PlaybackQueue } from './playback-queue.ts'

const RATE_HZ = 48_000
/** Divides every duration below. */
const BLOCK = 120

const speech = (ms: number): Float32Array<ArrayBuffer> => new Float32Array((RATE_HZ * ms) / 1000).fill(0.5)

/** Plays for this long, and returns what was heard. */
function play(queue: PlaybackQueue, ms: number): Float32Array {
  const heard: number[] = []
  for (let count = 0; count < (RATE_HZ * ms) / 1000; count += BLOCK) {
    const block = new Float32Array(BLOCK)
    queue.pull(block)
    heard.push(...block)
  }
  return Float32Array.from(heard)
}

const soundMs = (heard: Float32Array): number => (heard.filter((one) => one > 0.4).length / RATE_HZ) * 1000
/** The largest step from one sample to the next: a click is a step of the height of the sound. */
const largestStep = (heard: Float32Array): number =>
  heard.reduce((most, one, index) => Math.max(most, Math.abs(one - (heard[index - 1] ?? 0))), 0)

test('sound that arrives unevenly is played without a gap', () => {
  const queue = createPlaybackQueue(RATE_HZ)
  const heard: number[] = []
  // In time on average, up to 40 ms late each.
  for (const ms of [60, 20, 0, 40, 20, 0, 0, 60, 20, 20, 20, 0, 40]) {
    queue.push(speech(ms))
    heard.push(...play(queue, 20))
  }
  expect(queue.underruns()).toBe(0)
  const first = heard.findIndex((one) => one > 0.4)
  expect(heard.slice(first).every((one) => one > 0.4)).toBe(true)
})

test('playing waits for a little to be there, and for nothing that does not come', () => {
  const queue = createPlaybackQueue(RATE_HZ)
  queue.push(speech(40))
  expect(soundMs(play(queue, 60))).toBe(0)
  expect(soundMs(play(queue, 200))).toBeGreaterThan(30)
  const complete = createPlaybackQueue(RATE_HZ)
  complete.push(speech(40))
  complete.complete()
  expect(soundMs(play(complete, 60))).toBeGreaterThan(30)
})

test('what was interrupted is silent within 10 ms, and nothing of it comes back', () => {
  const queue = createPlaybackQueue(RATE_HZ)
  queue.push(speech(5000))
  play(queue, 500)
  queue.flush()
  expect(soundMs(play(queue, 10))).toBeLessThan(10)
  expect(soundMs(play(queue, 1000))).toBe(0)
  expect(queue.bufferedMs()).toBe(0)
  queue.push(speech(500))
  expect(soundMs(play(queue, 600))).toBeGreaterThan(480)
})

test('after each gap more is collected before it continues, until the answer ends', () => {
  const queue = createPlaybackQueue(RATE_HZ)
  queue.push(speech(100))
  play(queue, 120)
  expect(queue.underruns()).toBe(1)
  queue.push(speech(80))
  expect(soundMs(play(queue, 40))).toBe(0)
  queue.push(speech(80))
  queue.complete()
  expect(soundMs(play(queue, 300))).toBeGreaterThan(150)
  expect(queue.underruns()).toBe(1)
  queue.push(speech(70))
  expect(soundMs(play(queue, 40))).toBeGreaterThan(30)
})

test('neither the beginning, the end nor an interruption clicks', () => {
  const queue = createPlaybackQueue(RATE_HZ)
  queue.push(speech(200))
  queue.complete()
  expect(largestStep(play(queue, 300))).toBeLessThan(0.01)
  queue.push(speech(1000))
  const before = play(queue, 300)
  queue.flush()
  expect(largestStep(Float32Array.from([...before, ...play(queue, 100)]))).toBeLessThan(0.01)
})
