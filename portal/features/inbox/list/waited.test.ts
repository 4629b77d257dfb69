import { expect, test } from 'vitest'
import { waitedFor } from './waited.ts'

test('how long someone waits is shown in the largest unit that it fills', () => {
  const since = '2026-11-20T10:00:00.000Z'
  const after = (minutes: number) => waitedFor(since, Date.parse(since) + minutes * 60_000, 'en')
  expect([0, 0.9, 1, 59.9, 60, 150, 1_440, 5_000].map(after)).toEqual([
    null,
    null,
    '1 min',
    '59 min',
    '1 hr',
    '2 hr',
    '1 day',
    '3 days',
  ])
})
