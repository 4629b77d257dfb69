import { expect, test } from 'vitest'
import { withoutOverprint } from './without-overprint.ts'

/** How often the words of so many texts at places of their own, as on a map, are read. */
function readingsOf(count: number): number {
  let readings = 0
  const items = Array.from({ length: count }, (_, n) => ({
    get str() {
      readings++
      return `a${n % 10}`
    },
    transform: [8, 0, 0, 8, (n * 7919) % 600, (n * 104_729) % 800],
    width: 8,
    height: 8,
    hasEOL: false,
    dir: 'ltr',
  }))
  expect(withoutOverprint(items)).toHaveLength(count)
  return readings
}

test('each of very many texts of a page is compared with few others', () => {
  expect(readingsOf(20_000) / readingsOf(2_000)).toBeLessThan(11)
})
