import { sql } from 'drizzle-orm'
import { defineBatchedWrite } from '#platform/db/batched-write.ts'
import { toJson } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/database.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { RunEnd } from '../finish-run.ts'
import { insertSteps } from '../log/write-steps.ts'
import type { PreparedRun } from '../start-run.ts'
import { runPayloads, runs } from '../table.ts'

type EndedRun = { prepared: PreparedRun; end: RunEnd }

/** Writes runs that have ended, with steps and payloads. One statement, so that no run is stored in part. */
const insertEnded = defineStatement(
  'insert_ended_runs',
  { ended: 'jsonb', run_ids: 'uuid[]', organization_ids: 'uuid[]', seqs: 'int[]', payloads: 'bytea[]' },
  (p) => sql`
  with ended as (
    select * from jsonb_to_recordset(${p.ended}) as r(id uuid, organization_id uuid, workflow_id uuid, trigger_id uuid,
      employee_id uuid, user_id uuid, channel text, is_async boolean, is_test boolean, status text, error text, error_code text, state jsonb,
      created_at timestamptz, ended_at timestamptz, steps jsonb)
  ), new_runs as (
    insert into ${runs} (id, organization_id, workflow_id, trigger_id, employee_id, user_id, channel, is_async, is_test, status, error,
      error_code, state, created_at, started_at, completed_at, failed_at)
    select id, organization_id, workflow_id, trigger_id, employee_id, user_id, channel, is_async, is_test, status, error,
      error_code, state, created_at, created_at,
      case when status = 'completed' then ended_at end,
      case when status = 'failed' then ended_at end
    from ended
  ), logged_steps as (${insertSteps(sql`ended`, sql`ended.steps`)}
  )
  insert into ${runPayloads} (run_id, organization_id, seq, data)
  select * from unnest(${p.run_ids}, ${p.organization_ids}, ${p.seqs}, ${p.payloads})`,
)

/** Gathers runs that end within a moment into one statement. */
const insertTogether = defineBatchedWrite((db, ended: readonly EndedRun[]) => insertEnded(db, valuesOf(ended)))

/** A larger run is written by itself, so that small ones do not wait for it. */
const LARGE_BYTES = 64 * 1024

/** Writes runs that were executed before they were written, each whole; those that end at once in one statement. */
export async function writeEnded(db: Db, ended: EndedRun): Promise<void> {
  const bytes = ended.end.payloads.reduce((sum, { length }) => sum + length, ended.prepared.beginning.length)
  if (bytes > LARGE_BYTES) await insertEnded(db, valuesOf([ended]))
  else await insertTogether(db, ended)
}

function valuesOf(ended: readonly EndedRun[]) {
  const payloads = ended.flatMap(({ prepared, end }) => [
    { prepared, seq: 0, data: prepared.beginning },
    ...end.payloads.map((data, index) => ({ prepared, seq: end.seqs[index] ?? 0, data })),
  ])
  return {
    ended: `[${ended.map(rowOf).join(',')}]`,
    run_ids: payloads.map(({ prepared }) => prepared.run_id),
    organization_ids: payloads.map(({ prepared }) => prepared.organization_id),
    seqs: payloads.map(({ seq }) => seq),
    payloads: payloads.map(({ data }) => data),
  }
}

/** Steps and state are JSON already. */
function rowOf({ prepared, end }: EndedRun): string {
  const {
    run_id: id,
    organization_id,
    workflow_id,
    trigger_id,
    employee_id,
    user_id,
    channel,
    is_async,
    is_test,
    now,
  } = prepared
  const { status, error, error_code, ended_at, steps, state } = end
  const of = { id, organization_id, workflow_id, trigger_id, employee_id, user_id, channel, is_async, is_test }
  const row = toJson({ ...of, created_at: now, status, error, error_code, ended_at })
  return `${row.slice(0, -1)},"steps":${steps},"state":${state ?? null}}`
}
