import type { z } from 'zod'

export type JobType<Data = unknown> = {
  readonly name: string
  readonly schema: z.ZodType<Data>
  /** How often the work is tried before it is given up (then it stays in the queue's archive as failed). */
  readonly attempts: number
  /** Seconds between two runs of a job that the timetable starts; its data is `{}`. */
  readonly every_seconds: number | null
  /** True where it is enqueued; a job that only the timetable starts has no queue, which would be asked for nothing. */
  readonly is_queued: boolean
  /** At most one job waits per key, however often it is enqueued. */
  readonly unique_by: ((data: Data) => string) | null
}

/** Any job, where its data does not matter. */
export type AnyJob = Omit<JobType, 'schema' | 'unique_by'> & {
  readonly schema: z.ZodType
  readonly unique_by: ((data: never) => string) | null
}

export function defineJob<Data>(
  name: string,
  schema: z.ZodType<Data>,
  {
    attempts = 3,
    every_seconds = null,
    is_queued = every_seconds === null,
    unique_by = null,
  }: Partial<Pick<JobType<Data>, 'attempts' | 'every_seconds' | 'is_queued' | 'unique_by'>> = {},
): JobType<Data> {
  return { name, schema, attempts, every_seconds, is_queued, unique_by }
}

export type EnqueueOptions = { start_after_seconds?: number }
export type Enqueue = <Data>(job: JobType<Data>, data: Data, options?: EnqueueOptions) => Promise<void>
