import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { DatabaseLost } from '../db/database-lost.ts'
import { defineJob } from '../job.ts'
import { createLog } from '../log.ts'
import { startTimetable } from './timetable.ts'

test('the log says once that the database is away, however often jobs meet that, and of each other failure', async () => {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)).msg)
      done()
    },
  })
  const names = ['first', 'second', 'third']
  const jobs = names.map((name) => defineJob(name, z.object({}), { every_seconds: 3600 }))
  let failure: Error = new DatabaseLost(new Error('connect ECONNREFUSED'))
  let tries = 0
  const run = async () => {
    tries++
    throw new Error('Failed query', { cause: failure })
  }
  const timetable = startTimetable(jobs, run, createLog({ level: 'info', pretty: false }, destination))
  onTestFinished(() => timetable.stop())
  const runAll = async () => {
    const before = tries
    await expect
      .poll(() => {
        for (const name of names) timetable.wake(name)
        return tries
      })
      .toBeGreaterThan(before + 10)
  }
  await runAll()
  expect(lines).toEqual(['timed jobs wait for the database'])
  failure = new Error('Something else')
  await runAll()
  expect(lines.slice(0, 3)).toEqual(['timed jobs wait for the database', 'timed job failed', 'timed job failed'])
})
