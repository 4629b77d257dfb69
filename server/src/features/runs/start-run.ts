import { type SQL, sql } from 'drizzle-orm'
import type { Flow } from '#contracts/flows.ts'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { JobType } from '#platform/job.ts'
import { leaseEnd } from './hold-run.ts'
import type { RunJob } from './jobs.ts'
import { countLiveRuns, holder } from './live-runs.ts'
import { packPayload } from './log/payload.ts'
import { type HeldRun, runLeases, runPayloads, runs } from './table.ts'

/** What a run is given to work with; kept as payload 0. */
export type RunBeginning = { flow: Flow; starting_step_id: string; input: RunInput; depth: number }

export type RunInput = {
  message: string
  attachments: { name: string; mime_type: string; size: number; hash: string; is_encrypted: boolean }[]
  reasoning?: 'off' | 'low' | 'medium' | 'high'
}

export type NewRun = {
  organization_id: string
  employee_id: string | null
  conversation_id: string | null
  contact_id: string | null
  user_id: string | null
  parent_run_id: string | null
  channel: string | null
  message_id: string | null
  assistant_message_id: string | null
  is_async: boolean
  epoch: number
  /** What goes on with it when this process dies. */
  job: JobType<RunJob>
  beginning: RunBeginning
}

export type Starting = Omit<NewRun, 'job' | 'beginning'> & {
  run_id: string
  job: string
  status: 'queued' | 'running'
  holder: string | null
  expires_at: Date | null
  attempts: number
  now: Date
  started_at: Date | null
  beginning: Buffer
}

const p = sql.placeholder

/** What a run takes over from a message's place, in whose statement it is written. */
export type FromPlace = { conversation_id: SQL; contact_id: SQL; epoch: SQL; source: SQL }

const fromNowhere: FromPlace = {
  conversation_id: sql`${p('conversation_id')}::uuid`,
  contact_id: sql`${p('contact_id')}::uuid`,
  epoch: sql`${p('epoch')}::int`,
  source: sql``,
}

/** A new run with its lease and payload as named expressions, for whoever writes its message in the same statement. */
export const starting = ({ conversation_id, contact_id, epoch, source }: FromPlace = fromNowhere): SQL => sql`
  new_run as (
    insert into ${runs} (id, organization_id, employee_id, conversation_id, contact_id, user_id, parent_run_id, channel,
      message_id, assistant_message_id, is_async, status, epoch, created_at, started_at)
    select ${p('run_id')}::uuid, ${p('organization_id')}::uuid, ${p('employee_id')}::uuid, ${conversation_id},
      ${contact_id}, ${p('user_id')}::uuid, ${p('parent_run_id')}::uuid, ${p('channel')}::text,
      ${p('message_id')}::uuid, ${p('assistant_message_id')}::uuid, ${p('is_async')}::boolean, ${p('status')}::text,
      ${epoch}, ${p('now')}::timestamptz, ${p('started_at')}::timestamptz
    ${source}
    returning id, organization_id
  ), new_lease as (
    insert into ${runLeases} (run_id, job, holder, expires_at, attempts)
    select id, ${p('job')}::text, ${p('holder')}::uuid, ${p('expires_at')}::timestamptz, ${p('attempts')}::int
    from new_run
  ), new_run_payload as (
    insert into ${runPayloads} (run_id, organization_id, seq, data)
    select id, organization_id, 0, ${p('beginning')}::bytea from new_run
  )`

const insertRun = defineStatement<Starting, { id: string }>(
  'insert_run',
  sql`with ${starting()} select id from new_run`,
)

/** The row as it was just written, so that it need not be read. */
export function runRowOf({
  beginning: _,
  job: __,
  holder: ___,
  expires_at: ____,
  run_id,
  now,
  ...run
}: Starting): HeldRun {
  return {
    ...run,
    id: run_id,
    workflow_id: null,
    cancel_requested: false,
    model: null,
    error: null,
    error_code: null,
    input_tokens: 0,
    output_tokens: 0,
    cached_input_tokens: 0,
    usd_cost: 0,
    costs: [],
    created_at: now,
    completed_at: null,
    failed_at: null,
    suspended_at: null,
    cancelled_at: null,
  }
}

/** A process with work to spare takes its own run at birth; a busy one leaves it to the queue. */
export function startingOf(ctx: Context, { job, beginning, ...run }: NewRun): Starting {
  const now = ctx.now()
  const mine = ctx.ports.is_worker && countLiveRuns() < ctx.ports.config.RUN_CONCURRENCY
  return {
    ...run,
    run_id: newId(),
    job: job.name,
    ...(mine ? held(ctx) : waiting),
    now,
    beginning: packPayload(beginning),
  }
}

/** Starts a run that belongs to no conversation; one that this process does not hold goes to the queue with it. */
export function startRun(ctx: Context, run: NewRun): Promise<HeldRun> {
  return insert(ctx, run, startingOf(ctx, run))
}

/** Starts a run inside another: the one who waits executes it, however busy the process is. */
export function startChildRun(ctx: Context, run: NewRun): Promise<HeldRun> {
  return insert(ctx, run, { ...startingOf(ctx, run), ...held(ctx) })
}

function insert(ctx: Context, { job }: NewRun, values: Starting): Promise<HeldRun> {
  return ctx.transaction(async (ctx) => {
    await insertRun(ctx.db, values)
    if (values.status === 'queued') await ctx.enqueue(job, { run_id: values.run_id })
    return runRowOf(values)
  })
}

const held = (ctx: Context) => ({
  status: 'running' as const,
  holder,
  expires_at: leaseEnd(ctx),
  attempts: 1,
  started_at: ctx.now(),
})

const waiting = { status: 'queued' as const, holder: null, expires_at: null, attempts: 0, started_at: null }
