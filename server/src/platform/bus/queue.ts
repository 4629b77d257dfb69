import type { QueryResult } from 'pg'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Database, Db } from '../db/database.ts'
import { inTurn } from '../db/migrate.ts'
import { defineBroadcast } from '../event.ts'
import type { AnyJob, EnqueueOptions } from '../job.ts'
import type { Logger } from '../log.ts'
import type { JobReaction } from '../reaction.ts'

/** A process that has just enqueued a job notifies the workers, so that they need not poll often. */
export const jobEnqueued = defineBroadcast('jobs.enqueued', z.object({ name: z.string(), after_seconds: z.number() }))

/** How often it is looked for jobs all the same: for notifications that were missed, and for jobs that are retried. */
const LOOKING_MS = 15_000
/** The library would look into each queue by itself, idle ones too. */
const POLLING_SECONDS = 3600
const BATCH_SIZE = 8

const NO_JOB = '00000000-0000-7000-8000-000000000000'

export type Queue = {
  enqueue(db: Db, job: AnyJob, data: unknown, options: EnqueueOptions): Promise<void>
  /** Creates the tables and queues; must be done once before the first job is enqueued. */
  prepare(jobs: readonly AnyJob[]): Promise<void>
  /** Starts taking jobs in this process. */
  work(reactions: readonly JobReaction[], run: (reaction: JobReaction, data: unknown) => Promise<void>): Promise<void>
  /** Looks for jobs of that name now, or when their time comes. */
  wake(name: string, after_seconds: number): void
  stop(): Promise<void>
}

/** The durable job queue: pg-boss on the same database, so that a job is enqueued inside the caller's transaction. */
export function createQueue(database: Database, log: Logger): Queue {
  const boss = new PgBoss({
    db: executor(database.db),
    schema: 'jobs',
    backend: database.embedded ? 'pglite' : 'postgres',
    schedule: false,
    monitorVacuum: false,
    reindex: false,
    // A row that every process refreshes every 30 seconds, which nothing here reads.
    registerInstance: false,
    superviseIntervalSeconds: 300,
    // For jobs that wait for other jobs, which none does; by itself three statements every five seconds.
    flowIntervalSeconds: 86_400,
    queueCacheIntervalSeconds: 600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  const workers = new Map<string, string>()

  let looking: NodeJS.Timeout | undefined

  const wake = (name: string) => {
    const worker = workers.get(name)
    if (worker) boss.notifyWorker(worker)
  }
  const wakeThoseWithWork = () =>
    namesWithWork(database.db, [...workers.keys()]).then(
      (names) => names.forEach(wake),
      (error) => log.warn({ err: error }, 'job queue'),
    )

  return {
    async prepare(jobs) {
      // The embedded database has one process, and one connection that must stay free for the work.
      if (database.embedded) await createQueues(boss, jobs)
      else await inTurn(database, () => createQueues(boss, jobs))
    },

    async enqueue(db, job, data, options) {
      const key = job.unique_by?.(data as never)
      const send = () =>
        boss.send(job.name, job.schema.parse(data) as object, {
          db: executor(db),
          ...(options.start_after_seconds !== undefined && { startAfter: options.start_after_seconds }),
          ...(key !== undefined && { singletonKey: key }),
        })
      while ((await send()) === null && key !== undefined && !(await holdWaiting(db, job.name, key)));
    },

    async work(reactions, run) {
      for (const reaction of reactions) {
        const { name } = reaction.job
        const options = { pollingIntervalSeconds: POLLING_SECONDS, batchSize: BATCH_SIZE }
        const worker = await boss.work(name, options, async (batch) => {
          await Promise.all(batch.map((job) => run(reaction, job.data)))
          // There may be more than one batch holds.
          if (batch.length === BATCH_SIZE) wake(name)
        })
        workers.set(name, worker)
      }
      looking = setInterval(wakeThoseWithWork, LOOKING_MS).unref()
    },

    wake(name, after_seconds) {
      if (after_seconds <= 0) wake(name)
      else setTimeout(() => wake(name), after_seconds * 1000 + 50).unref()
    },

    async stop() {
      clearInterval(looking)
      await boss.stop({ graceful: true, timeout: 30_000 })
    },
  }
}

/** Of these queues the ones in which a job is due. */
async function namesWithWork(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.$client.query({
    name: 'queues_with_work',
    text: `select q.name from unnest($1::text[]) as q (name) where exists (
      select 1 from jobs.job as j where j.name = q.name and j.state < 'active' and j.start_after <= now())`,
    values: [names],
  })
  return rows.map(({ name }) => name)
}

/**
 * Keeps the job that waits from being taken until the caller's transaction is over: a worker that took it before would not see
 * what it is to do. False where it was taken already.
 */
async function holdWaiting(db: Db, name: string, key: string): Promise<boolean> {
  const { rowCount } = await db.$client.query({
    name: 'hold_waiting_job',
    text: `select 1 from jobs.job where name = $1 and singleton_key = $2 and state = 'created' for share`,
    values: [name, key],
  })
  return (rowCount ?? 0) > 0
}

async function createQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  await boss.start()
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const job of jobs.filter(({ name }) => !existing.has(name))) {
    await boss.createQueue(job.name, {
      retryLimit: job.attempts - 1,
      retryBackoff: true,
      policy: job.unique_by ? 'short' : 'standard',
    })
    // pg-boss looks a queue up when it meets it first, on a connection of its own: that must not be in a transaction.
    await boss.getJobById(job.name, NO_JOB)
  }
}

const executor = (db: Db) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const result: QueryResult | QueryResult[] = await db.$client.query(text, values)
    // A text of several statements has a list of results, and pg-boss expects the rows of every one.
    return { rows: [result].flat().flatMap(({ rows }) => rows) }
  },
})
