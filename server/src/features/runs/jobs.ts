import { z } from 'zod'
import { defineJob, type JobType } from '#platform/job.ts'

export const renewRunLeases = defineJob('runs.renew-leases', z.object({}), { every_seconds: 2 })
export const recoverLostRuns = defineJob('runs.recover-lost', z.object({}), { every_seconds: 5 })
export const dropOldPayloads = defineJob('runs.drop-old-payloads', z.object({}), { every_seconds: 3600 })

export const RunJob = z.object({ run_id: z.uuid() })
export type RunJob = z.infer<typeof RunJob>

/** By name, as a run remembers what goes on with it. */
export const runJobs = new Map<string, JobType<RunJob>>()

/** Each kind of run declares the job that goes on with it when the process that executed it is gone. */
export function defineRunJob(name: string): JobType<RunJob> {
  const job = defineJob(name, RunJob, { unique_by: ({ run_id }) => run_id })
  runJobs.set(name, job)
  return job
}

/** Goes on with runs that belong to no conversation. */
export const continueDetachedRun = defineRunJob('runs.continue')
export const failOrphanedRun = defineRunJob('runs.fail-orphan')
