import { expect, test } from 'vitest'
import { resampler } from './resample-pcm.ts'

const tone = (hz: number, rate_hz: number): Int16Array =>
  Int16Array.from({ length: rate_hz }, (_, n) => Math.round(10_000 * Math.sin((2 * Math.PI * hz * n) / rate_hz)))

const loudness = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)

test.each([
  [16_000, 24_000],
  [24_000, 16_000],
] as const)('speech keeps its pitch and loudness from %i to %i samples a second', (from_hz, to_hz) => {
  const resampled = resampler({ from_hz, to_hz })(tone(440, from_hz))
  expect(resampled).toHaveLength(to_hz)
  // Without the filter's first moments, in which it is silent.
  const settled = resampled.subarray(to_hz / 10)
  const crossings = settled.filter((one, at) => one >= 0 && (settled[at - 1] ?? 0) < 0).length
  expect(Math.abs(crossings - 440 * 0.9)).toBeLessThanOrEqual(1)
  expect(loudness(resampled) / loudness(tone(440, to_hz))).toBeCloseTo(1, 1)
})

test('what the lower rate cannot carry is left out', () => {
  const resampled = resampler({ from_hz: 24_000, to_hz: 16_000 })(tone(10_000, 24_000))
  expect(loudness(resampled) / loudness(tone(10_000, 24_000))).toBeLessThan(0.01)
})
