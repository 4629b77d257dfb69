import { expect, test } from 'vitest'
import { linePath } from './line-path.ts'

test('a line that leads back goes over both steps, and one that leads on is a curve', () => {
  const on = linePath({ sourceX: 224, sourceY: 61, targetX: 320, targetY: 26 }, 0)
  expect(on).toContain('C')
  // From the second exit of a step in the third column to one in the first, both at the upper edge 100.
  const back = linePath({ sourceX: 864, sourceY: 185, targetX: 0, targetY: 126 }, 1)
  const heights = Array.from(back.matchAll(/V(-?[\d.]+)/g), ([, y]) => Number(y))
  expect(heights[0]).toBeLessThan(100)
  expect(back.startsWith('M864,185')).toBe(true)
  expect(back.endsWith('H0')).toBe(true)
})
