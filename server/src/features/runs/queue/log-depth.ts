import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { runLeases } from '../table.ts'

/** Counts runs and jobs that wait, in one round trip. */
const readDepth = defineStatement(
  'read_queue_depth',
  {},
  () => sql<{ runs_waiting: number; runs_executing: number; jobs_waiting: number }>`
  select count(*) filter (where holder is null)::int as runs_waiting,
    count(*) filter (where holder is not null)::int as runs_executing,
    (select count(*) from jobs.job where state in ('created', 'retry'))::int as jobs_waiting
  from ${runLeases}`,
)

/** Logs how many runs and jobs wait and how many are executed, over all organizations and processes. */
export async function logQueueDepth(ctx: Context): Promise<void> {
  const [depth] = await readDepth(ctx.db, {})
  ctx.log.info({ ...depth }, 'queue depth')
}
