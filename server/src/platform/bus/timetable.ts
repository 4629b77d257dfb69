import type { AnyJob } from '../job.ts'
import type { Logger } from '../log.ts'

/** `stop` waits for what has begun. */
export type Timetable = { stop(): Promise<void> }

/**
 * Starts every timed job at its interval in each worker process. The work must bear being started twice, as sweeps do,
 * and is never started over itself.
 */
export function startTimetable(jobs: readonly AnyJob[], run: (job: AnyJob) => Promise<void>, log: Logger): Timetable {
  const timers = jobs
    .filter((job) => job.every_seconds !== null)
    .map((job) => {
      let running: Promise<void> | null = null
      const tick = () => {
        running ??= run(job)
          .catch((error) => log.error({ err: error, job: job.name }, 'timed job failed'))
          .finally(() => {
            running = null
          })
      }
      const timer = setInterval(tick, (job.every_seconds ?? 0) * 1000)
      timer.unref()
      tick()
      return async () => {
        clearInterval(timer)
        await running
      }
    })
  return { stop: async () => void (await Promise.all(timers.map((end) => end()))) }
}
