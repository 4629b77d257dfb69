import { sql } from 'drizzle-orm'
import { holder } from './queue/live-runs.ts'
import { type LeasedRun, runLeases } from './table.ts'

/** A condition for statements: this process still has the run's lease, so it cannot overwrite what a later holder wrote. */
export const isLeaseHolder = ({ id, attempts }: Pick<LeasedRun, 'id' | 'attempts'>) => sql`exists (
  select 1 from ${runLeases} where ${runLeases.run_id} = ${id} and ${runLeases.holder} = ${holder}
    and ${runLeases.attempts} = ${attempts})`
