import { expect, test } from 'vitest'
import { decodePcm, encodePcm, levelOf } from './pcm.ts'

test('samples are 16 bits in little-endian order, and too loud ones are clipped', () => {
  expect([...new Uint8Array(encodePcm(Float32Array.of(0, 1, -1, 2, 0.5)))]).toEqual([
    ...[0, 0],
    ...[0xff, 0x7f],
    ...[0x01, 0x80],
    ...[0xff, 0x7f],
    ...[0x00, 0x40],
  ])
})

test('what is encoded comes back as it was, but for rounding', () => {
  const samples = Float32Array.from({ length: 1000 }, (_, index) => Math.sin(index))
  for (const [index, sample] of decodePcm(encodePcm(samples)).entries()) {
    expect(Math.abs(sample - (samples[index] ?? 0))).toBeLessThan(1 / 16_000)
  }
  expect(decodePcm(new ArrayBuffer(0))).toHaveLength(0)
})

test('silence has no level, and loud sound fills the meter', () => {
  expect(levelOf(new Float32Array(100))).toBe(0)
  expect(levelOf(new Float32Array(0))).toBe(0)
  expect(levelOf(new Float32Array(100).fill(0.9))).toBe(1)
})
