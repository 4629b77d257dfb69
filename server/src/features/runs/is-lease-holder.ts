import { sql } from 'drizzle-orm'
import { holder } from './queue/live-runs.ts'
import { type LeasedRun, runLeases } from './table.ts'

/** True while this process holds the run, for a statement that must not write over its successor's. */
export const isLeaseHolder = ({ id, attempts }: Pick<LeasedRun, 'id' | 'attempts'>) => sql`exists (
  select 1 from ${runLeases} where ${runLeases.run_id} = ${id} and ${runLeases.holder} = ${holder}
    and ${runLeases.attempts} = ${attempts})`
