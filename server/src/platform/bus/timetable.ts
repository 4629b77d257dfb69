import type { AnyJob } from '../job.ts'
import type { Logger } from '../log.ts'

export type Timetable = { stop(): void }

/**
 * Starts every timed job at its interval in each worker process. The work must bear being started twice, as sweeps do,
 * and is never started over itself.
 */
export function startTimetable(jobs: readonly AnyJob[], run: (job: AnyJob) => Promise<void>, log: Logger): Timetable {
  const timers = jobs
    .filter((job) => job.every_seconds !== null)
    .map((job) => {
      let running = false
      const tick = async () => {
        if (running) return
        running = true
        await run(job).catch((error) => log.error({ err: error, job: job.name }, 'timed job failed'))
        running = false
      }
      const timer = setInterval(tick, (job.every_seconds ?? 0) * 1000)
      timer.unref()
      void tick()
      return timer
    })
  return { stop: () => timers.forEach(clearInterval) }
}
