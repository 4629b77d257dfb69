import { expect, test } from 'vitest'
import { createResampler } from './resampler.ts'

const SECONDS = 0.5

const sine = (hz: number, rateHz: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: rateHz * SECONDS }, (_, index) => Math.sin((2 * Math.PI * hz * index) / rateHz))

/** Converts in the blocks in which a browser hands sound over. */
function convert(input: Float32Array, fromHz: number, toHz: number, block = 128): Float32Array {
  const resample = createResampler(fromHz, toHz)
  const parts: number[] = []
  for (let at = 0; at < input.length; at += block) parts.push(...resample(input.subarray(at, at + block)))
  return Float32Array.from(parts)
}

/** The middle, where the filter has seen only sound. */
const middle = (samples: Float32Array): Float32Array =>
  samples.subarray(Math.floor(samples.length / 4), Math.floor((samples.length * 3) / 4))

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)
const inDb = (ratio: number): number => 20 * Math.log10(ratio)

/** What is left of the sound, in dB below it, once the best fitting sine of this frequency was taken out. */
function residueDb(samples: Float32Array, hz: number, rateHz: number): number {
  const angle = (index: number) => (2 * Math.PI * hz * index) / rateHz
  let [ss, cc, sc, xs, xc] = [0, 0, 0, 0, 0]
  for (const [index, x] of samples.entries()) {
    const [s, c] = [Math.sin(angle(index)), Math.cos(angle(index))]
    ss += s * s
    cc += c * c
    sc += s * c
    xs += x * s
    xc += x * c
  }
  const det = ss * cc - sc * sc
  const [a, b] = [(xs * cc - xc * sc) / det, (xc * ss - xs * sc) / det]
  const rest = samples.map((x, index) => x - a * Math.sin(angle(index)) - b * Math.cos(angle(index)))
  return inDb(rms(rest) / rms(samples))
}

const rates = [8000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000]

test.each(rates)('a tone recorded at %i Hz keeps its frequency and loudness at 24 kHz', (fromHz) => {
  for (const hz of [200, 1000, 3000].filter((one) => one < (fromHz / 2) * 0.8)) {
    const output = middle(convert(sine(hz, fromHz), fromHz, 24_000))
    expect(Math.abs(inDb(rms(output) * Math.SQRT2))).toBeLessThan(0.1)
    expect(residueDb(output, hz, 24_000)).toBeLessThan(-60)
  }
})

test.each([44_100, 48_000, 96_000])(
  'what 24 kHz cannot carry is silenced by 60 dB, not folded back, at %i Hz',
  (fromHz) => {
    for (const hz of [12_500, 14_000, 17_000, 20_000]) {
      expect(inDb(rms(middle(convert(sine(hz, fromHz), fromHz, 24_000))) * Math.SQRT2)).toBeLessThan(-60)
    }
  },
)

test.each([16_000, 44_100, 48_000])('speech of 24 kHz is played at %i Hz without images', (toHz) => {
  for (const hz of [440, 5000]) {
    expect(residueDb(middle(convert(sine(hz, 24_000), 24_000, toHz)), hz, toHz)).toBeLessThan(-60)
  }
})

test.each(rates)('blocks of any length give the same samples, and as many as time has, from %i Hz', (fromHz) => {
  const input = sine(700, fromHz)
  const whole = convert(input, fromHz, 24_000, input.length)
  expect(Math.abs(whole.length - 24_000 * SECONDS)).toBeLessThan(200)
  for (const block of [1, 128, 441, 4096]) expect(convert(input, fromHz, 24_000, block)).toEqual(whole)
})

test('the same rate passes through unchanged', () => {
  const input = sine(1000, 24_000)
  expect(convert(input, 24_000, 24_000)).toEqual(input)
})
