import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isSlow, patternsBelow, patternsIn, readReasons } from './check-patterns.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('a pattern that takes the square of a text is found', () => {
  const [slow, fast] = patternsIn(
    'a.ts',
    'const name: string = text\n  .replace(/[;\\s]+$/, "").replace(/(?<![;\\s])[;\\s]+$/, "")',
  )
  expect(slow).toEqual({ place: 'a.ts:2', pattern: '[;\\s]+$', flags: '' })
  expect([slow, fast].map((found) => found && isSlow(found))).toEqual([true, false])
})

test('no pattern of the server does, but for those whose texts are short for a reason', { timeout: 300_000 }, () => {
  const reasons = readReasons(root)
  const patterns = patternsBelow(root)
  expect(patterns.filter((found) => !Object.hasOwn(reasons, found.pattern) && isSlow(found))).toEqual([])
  expect(Object.keys(reasons).filter((reason) => !patterns.some(({ pattern }) => pattern === reason))).toEqual([])
})
