import { expect, onTestFinished, test, vi } from 'vitest'
import { loadWords } from '../words/words.ts'
import { clockTime } from './times.ts'

test('a browser that calls its language by a name of its own still tells the time', async () => {
  await loadWords('en')
  vi.stubGlobal('navigator', { languages: ['en-US@posix'] })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(clockTime('2026-03-04T15:06:00.000Z')).toMatch(/06/)
})
