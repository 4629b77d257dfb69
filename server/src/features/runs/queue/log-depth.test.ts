import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { startTestApp } from '#testing/app.ts'
import { logDepth } from '../jobs.ts'

test('the depth of the queue is logged at the start and every 120 seconds', async () => {
  const lines: Record<string, unknown>[] = []
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(String(chunk)))
    done()
  }
  const app = await startTestApp({ log: createLog({ level: 'info', pretty: false }, new Writable({ write })) })
  onTestFinished(app.close)
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'queue depth'))
    .toMatchObject({ level: 30, runs_waiting: 0, runs_executing: 0, jobs_waiting: expect.any(Number) })
  expect(logDepth.every_seconds).toBe(120)
})
