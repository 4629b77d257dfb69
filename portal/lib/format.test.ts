import { expect, test, vi } from 'vitest'
import { formatMoment } from './format.ts'

test('a browser that names its language in a way of its own shows dates all the same', () => {
  vi.stubGlobal('navigator', { languages: ['en-US@posix', 'en-GB'] })
  expect(formatMoment('2026-05-04T12:00:00Z', 'en')).toContain('4 May 2026')
  vi.unstubAllGlobals()
})
