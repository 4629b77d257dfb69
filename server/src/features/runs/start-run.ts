import { sql } from 'drizzle-orm'
import type { Flow } from '#contracts/flows.ts'
import { omit } from '#contracts/omit.ts'
import type { Context } from '#platform/context.ts'
import { defineStatement, type ParametersOf } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import { type RunKind, runQueued } from './jobs.ts'
import { packLargePayload, packPayload } from './log/payload.ts'
import { reserveSlot } from './queue/dispatch-runs.ts'
import { leaseEnd } from './queue/lease-run.ts'
import { holder } from './queue/live-runs.ts'
import { type LeasedRun, runLeases, runPayloads, runs } from './table.ts'

/** What a run is given to work with; kept as payload 0. */
export type RunBeginning = {
  flow: Flow
  starting_step_id: string
  input: RunInput
  /** Files that came with a message and are stored. Never taken from `input`, which may be anybody's JSON. */
  files?: RunFile[]
  /** Who wrote the message, in a chat of several people. */
  sender_name?: string
  depth: number
  /** Whether the organization is in debug mode now; what it is later changes nothing about this run. */
  is_debug_mode: boolean
  /** Steps with pinned data are not executed. */
  is_test?: boolean
  /** By what right it was asked for, for the kind of run that judges it again when it continues. */
  asked_by?: string
}

export type RunFile = { name: string; mime_type: string; size: number; hash: string; is_encrypted: boolean }

/** What a flow works on: the message where someone wrote, else any JSON of whatever started it, so that no field can be trusted. */
export type RunInput = { readonly [name: string]: unknown }

export type NewRun = {
  organization_id: string
  /** The stored flow that it executes, and what started that. */
  workflow_id?: string | null
  trigger_id?: string | null
  employee_id: string | null
  conversation_id: string | null
  contact_id: string | null
  user_id: string | null
  parent_run_id: string | null
  /** The run that it repeats, and up to which number its steps are taken over from there. */
  rerun_of?: string | null
  taken_over_until?: number | null
  channel: string | null
  message_id: string | null
  assistant_message_id: string | null
  is_async: boolean
  epoch: number
  /** What continues with it when this process dies. */
  job: RunKind
  beginning: RunBeginning
}

/** What a run, its lease and its payload are written from: here, and in the statement that accepts a message. */
export const runParameters = {
  run_id: 'uuid',
  organization_id: 'uuid',
  workflow_id: 'uuid?',
  trigger_id: 'uuid?',
  employee_id: 'uuid?',
  conversation_id: 'uuid?',
  contact_id: 'uuid?',
  user_id: 'uuid?',
  parent_run_id: 'uuid?',
  rerun_of: 'uuid?',
  taken_over_until: 'int?',
  channel: 'text?',
  message_id: 'uuid?',
  assistant_message_id: 'uuid?',
  is_async: 'boolean',
  is_test: 'boolean',
  run_status: 'text',
  epoch: 'int',
  now: 'timestamptz',
  started_at: 'timestamptz?',
  job: 'text',
  holder: 'uuid?',
  expires_at: 'timestamptz?',
  attempts: 'int',
  beginning: 'bytea',
} as const

/** A run that is ready to be written. */
export type PreparedRun = ParametersOf<typeof runParameters> & { run_status: 'queued' | 'running' }

/**
 * Writes a run with its lease and its input. One statement, because a run without a lease would never be executed.
 */
const insertRun = defineStatement(
  'insert_run',
  { ...runParameters, is_durable: 'boolean' },
  (p) => sql<{ id: string }>`
  with new_run as (
    insert into ${runs} (id, organization_id, workflow_id, trigger_id, employee_id, conversation_id, contact_id,
      user_id, parent_run_id, rerun_of, taken_over_until, channel, message_id, assistant_message_id, is_async, is_test, status,
      epoch, created_at, started_at)
    values (${p.run_id}, ${p.organization_id}, ${p.workflow_id}, ${p.trigger_id}, ${p.employee_id}, ${p.conversation_id},
      ${p.contact_id}, ${p.user_id}, ${p.parent_run_id}, ${p.rerun_of}, ${p.taken_over_until}, ${p.channel}, ${p.message_id},
      ${p.assistant_message_id}, ${p.is_async}, ${p.is_test}, ${p.run_status}, ${p.epoch}, ${p.now}, ${p.started_at})
    returning id, organization_id
  ), lease as (
    insert into ${runLeases} (run_id, organization_id, job, holder, expires_at, attempts)
    select id, organization_id, ${p.job}, ${p.holder}, ${p.expires_at}, ${p.attempts} from new_run
  ), payload as (
    insert into ${runPayloads} (run_id, organization_id, seq, data)
    select id, organization_id, 0, ${p.beginning} from new_run
  )
  select id, set_config('synchronous_commit', case when ${p.is_durable} then current_setting('synchronous_commit') else 'off' end, true)
  from new_run`,
)

/** Packs what a run begins with, which may be megabytes that someone sent: a large one in another thread. */
export const packBeginning = ({ beginning }: NewRun): Promise<Buffer> => packLargePayload(beginning)

/** A process with a free slot executes its own run at once; a busy one leaves it to the queue. */
export function prepareRun(ctx: Context, run: NewRun, packed = packPayload(run.beginning)): PreparedRun {
  const described = describeRun(ctx, run, packed)
  return {
    ...described,
    ...(reserveSlot(ctx, described.run_id, run.organization_id) ? leased(ctx) : queued),
  }
}

/** One that needs what this process holds: it is executed here, however busy it is. */
export const prepareRunHere = (ctx: Context, run: NewRun): PreparedRun => ({ ...prepareRun(ctx, run), ...leased(ctx) })

const describeRun = (ctx: Context, { job, beginning, ...run }: NewRun, packed: Buffer) => ({
  workflow_id: null,
  trigger_id: null,
  rerun_of: null,
  taken_over_until: null,
  ...run,
  run_id: newId(),
  job: job.name,
  now: ctx.now(),
  is_test: beginning.is_test ?? false,
  beginning: packed,
})

/** The row as it was just written, so that it need not be read. */
export function rowOfPrepared(prepared: PreparedRun): LeasedRun {
  const { run_id, run_status, now, ...run } = omit(prepared, 'beginning', 'job', 'holder', 'expires_at')
  return {
    ...run,
    id: run_id,
    status: run_status,
    state: null,
    cancel_requested: false,
    tries_from: 0,
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

/** Starts a run that belongs to no message; one that this process does not execute is enqueued with it. */
export async function startRun(ctx: Context, run: NewRun): Promise<LeasedRun> {
  return write(ctx, prepareRun(ctx, run, await packBeginning(run)))
}

/**
 * Whether the first commit of a run waits for the disk. It need not where the caller is answered nothing before the run ends or waits:
 * the commit of that brings this one to the disk with it, so that the disk is waited for once. A database that breaks down before has
 * nothing of the run, and nobody begins it again. The embedded one breaks down with this process, which must lose no run.
 */
export const waitsForDisk = (ctx: Context, { run_status }: PreparedRun, is_awaited: boolean): boolean =>
  !is_awaited || run_status === 'queued' || !ctx.ports.config.DATABASE_URL

/** The same for a caller who is answered nothing before the run ends or waits. */
export async function startAwaitedRun(ctx: Context, run: NewRun): Promise<LeasedRun> {
  const prepared = prepareRun(ctx, run, await packBeginning(run))
  return write(ctx, prepared, { is_durable: waitsForDisk(ctx, prepared, true) })
}

/** Starts a run that waits in the queue, also where this process has a free slot. */
export async function queueRun(ctx: Context, run: NewRun): Promise<LeasedRun> {
  return write(ctx, { ...describeRun(ctx, run, await packBeginning(run)), ...queued })
}

/** Starts a run inside another: the process that waits for it executes it, however busy it is. */
export function startChildRun(ctx: Context, run: NewRun): Promise<LeasedRun> {
  return write(ctx, prepareRunHere(ctx, run))
}

async function write(ctx: Context, prepared: PreparedRun, { is_durable } = { is_durable: true }): Promise<LeasedRun> {
  await insertRun(ctx.db, { ...prepared, is_durable })
  if (prepared.run_status === 'queued') await ctx.emit(runQueued, {})
  return rowOfPrepared(prepared)
}

const leased = (ctx: Context) => ({
  run_status: 'running' as const,
  holder,
  expires_at: leaseEnd(ctx),
  attempts: 1,
  started_at: ctx.now(),
})

const queued = { run_status: 'queued' as const, holder: null, expires_at: null, attempts: 0, started_at: null }
