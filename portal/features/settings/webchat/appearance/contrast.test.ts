import { expect, test } from 'vitest'
import { contrastOf, isColor, plainHex } from './contrast.ts'

test('three, six and eight digits are colors, and nothing else is', () => {
  for (const color of ['#abc', '#1d4ed8', '#1D4ED880']) expect(isColor(color)).toBe(true)
  for (const text of ['', 'red', '#12', '#12345', '1d4ed8', '#1d4ed8 ', '#ggg']) expect(isColor(text)).toBe(false)
  expect(plainHex('#AbC')).toBe('#aabbcc')
  expect(plainHex('#1d4ed880')).toBe('#1d4ed8')
  expect(plainHex('blue')).toBeNull()
})

test('contrast is counted as the WCAG counts it, whichever is the ground', () => {
  expect(contrastOf('#000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#fff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#fff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#123456', '#123456')).toBe(1)
  expect(contrastOf('#fff', 'white')).toBeNull()
})
