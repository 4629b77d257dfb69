import { type SQL, sql } from 'drizzle-orm'
import { runPayloads, runSteps } from '../table.ts'

/** The columns of a step beside its run, as `stepValues` gives them. */
const COLUMNS = {
  seq: 'int',
  cursor: 'text',
  step_id: 'text',
  type: 'text',
  name: 'text',
  status: 'text',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
  duration_ms: 'int',
  fallback_used: 'boolean',
  last_error: 'text',
  model: 'text',
  attempts: 'int',
  possibly_repeated: 'boolean',
}
const names = Object.keys(COLUMNS)
/** What changes of a step after its beginning. */
const changing = names.slice(names.indexOf('status')).filter((name) => name !== 'started_at')

export const stepColumns = sql.raw(names.join(', '))
const ofRecords = sql.raw(names.map((name) => `s.${name}`).join(', '))
const recordType = sql.raw(
  Object.entries(COLUMNS)
    .map((column) => column.join(' '))
    .join(', '),
)
const replacedColumns = sql.raw(changing.map((name) => `${name} = excluded.${name}`).join(', '))

/** Inserts `steps`, as JSON, for the runs of a statement's part that returns `id` and `organization_id`. */
export const insertSteps = (part: SQL, steps: SQL): SQL => sql`
    insert into ${runSteps} (run_id, organization_id, ${stepColumns})
    select ${part}.id, ${part}.organization_id, ${ofRecords}
    from ${part}, jsonb_to_recordset(${steps}) as s(${recordType})`

/** Behind `insertSteps`: a step that was written when it began gets its end. */
export const orUpdateSteps = sql`on conflict (run_id, seq) do update set ${replacedColumns}`

/** Writes the payloads of steps over earlier ones; `which` may leave some out. */
export const writePayloads = (part: SQL, p: { seqs: SQL; payloads: SQL }, which = sql`true`): SQL => sql`
    insert into ${runPayloads} (run_id, organization_id, seq, data)
    select ${part}.id, ${part}.organization_id, s.seq, s.data
    from ${part}, unnest(${p.seqs}, ${p.payloads}) as s(seq, data)
    where ${which}
    on conflict (run_id, seq) do update set data = excluded.data`
