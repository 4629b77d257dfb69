import { expect, test } from 'vitest'
import { withoutOverprint } from './without-overprint.ts'

/** Texts at places of their own, as on a map. */
const labels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    str: `a${n % 10}`,
    transform: [8, 0, 0, 8, (n * 7919) % 600, (n * 104_729) % 800],
    width: 8,
    height: 8,
    hasEOL: false,
    dir: 'ltr',
  }))

function millisecondsFor(count: number): number {
  const items = labels(count)
  const start = performance.now()
  expect(withoutOverprint(items)).toHaveLength(count)
  return performance.now() - start
}

test('a page of very many texts is read in time that grows with their number', () => {
  millisecondsFor(10_000)
  expect(millisecondsFor(160_000) / millisecondsFor(20_000)).toBeLessThan(24)
})
