import { z } from 'zod'
import { isDatabaseLost } from '../db/database-lost.ts'
import { defineEvent } from '../event.ts'
import type { AnyJob } from '../job.ts'
import type { Logger } from '../log.ts'

const LOSS_LOG_INTERVAL_MS = 60_000

/** Lets this process start a timed job before its interval is over. */
export const jobDue = defineEvent('jobs.due', z.object({ name: z.string() }))

type Timetable = {
  /** Starts the named job now; if it is running, once more after it. */
  wake(name: string): void
  /** Waits for running jobs. */
  stop(): Promise<void>
}

/**
 * Starts every timed job at its interval in each worker process. Several processes may start a job at once, so its work
 * has to be idempotent; within one process runs of a job never overlap.
 */
export function startTimetable(jobs: readonly AnyJob[], run: (job: AnyJob) => Promise<void>, log: Logger): Timetable {
  const entries = new Map<string, ReturnType<typeof schedule>>()
  const runReported = reportFailures(run, log)
  for (const job of jobs) if (job.every_seconds !== null) entries.set(job.name, schedule(job, runReported))
  return {
    wake: (name) => entries.get(name)?.wake(),
    stop: async () => void (await Promise.all([...entries.values()].map(({ stop }) => stop()))),
  }
}

/** Logs what fails. A lost database is logged once a minute: dozens of jobs meet it several times a second. */
function reportFailures(run: (job: AnyJob) => Promise<void>, log: Logger): (job: AnyJob) => Promise<void> {
  let lossLoggedAt = Number.NEGATIVE_INFINITY
  return async (job) => {
    try {
      await run(job)
    } catch (error) {
      const isLost = isDatabaseLost(error)
      if (isLost && performance.now() - lossLoggedAt < LOSS_LOG_INTERVAL_MS) return
      if (isLost) lossLoggedAt = performance.now()
      log.error({ err: error, job: job.name }, isLost ? 'timed jobs wait for the database' : 'timed job failed')
    }
  }
}

/** `run` never fails. */
function schedule(job: AnyJob, run: (job: AnyJob) => Promise<void>) {
  let running: Promise<void> | null = null
  let isWokenAgain = false
  let isStopped = false

  const tick = () => {
    running ??= run(job).finally(() => {
      running = null
      if (!isWokenAgain || isStopped) return
      isWokenAgain = false
      tick()
    })
  }
  const everyMs = (job.every_seconds ?? 0) * 1000
  // Otherwise jobs and processes that start together would query the database in the same instant each time.
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
