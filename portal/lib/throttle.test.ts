import { afterEach, expect, test, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

afterEach(() => vi.useRealTimers())

test('it runs at once, then at most once in five seconds, and never forgets what was asked for last', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  const pacer = createThrottle(run, 5_000)
  for (let asked = 0; asked < 4; asked += 1) pacer.ask()
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(4_999)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledTimes(2)
  pacer.ask()
  expect(run).toHaveBeenCalledTimes(3)
  pacer.ask()
  pacer.close()
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledTimes(3)
})
