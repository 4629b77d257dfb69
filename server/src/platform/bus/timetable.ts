import { z } from 'zod'
import { defineEvent } from '../event.ts'
import type { AnyJob } from '../job.ts'
import type { Logger } from '../log.ts'

/** There is work for a timed job in this process now; it need not wait for its time. */
export const jobDue = defineEvent('jobs.due', z.object({ name: z.string() }))

type Timetable = {
  /** Starts the job of that name now; again, when it is running. */
  wake(name: string): void
  /** Waits for what has begun. */
  stop(): Promise<void>
}

/**
 * Starts every timed job at its interval in each worker process. The work must bear being started twice, as sweeps do,
 * and is never started over itself.
 */
export function startTimetable(jobs: readonly AnyJob[], run: (job: AnyJob) => Promise<void>, log: Logger): Timetable {
  const entries = new Map<string, ReturnType<typeof schedule>>()
  for (const job of jobs) if (job.every_seconds !== null) entries.set(job.name, schedule(job, run, log))
  return {
    wake: (name) => entries.get(name)?.wake(),
    stop: async () => void (await Promise.all([...entries.values()].map(({ stop }) => stop()))),
  }
}

function schedule(job: AnyJob, run: (job: AnyJob) => Promise<void>, log: Logger) {
  let running: Promise<void> | null = null
  let isWokenAgain = false
  let isStopped = false

  const tick = () => {
    running ??= run(job)
      .catch((error) => log.error({ err: error, job: job.name }, 'timed job failed'))
      .finally(() => {
        running = null
        if (!isWokenAgain || isStopped) return
        isWokenAgain = false
        tick()
      })
  }
  const everyMs = (job.every_seconds ?? 0) * 1000
  // Jobs and processes that start together would otherwise ask the database in the same instant for ever.
  let timer = setTimeout(() => {
    timer = setInterval(tick, everyMs).unref()
    tick()
  }, everyMs * Math.random()).unref()
  tick()
  return {
    wake() {
      if (isStopped) return
      isWokenAgain = running !== null
      tick()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
