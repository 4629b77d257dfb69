import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import type { Context } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { SuspendRequest } from '#platform/step.ts'
import type { OrgContext } from '../organizations/context.ts'
import { checkpoint } from './engine/checkpoint.ts'
import { runQueued } from './jobs.ts'
import { holder } from './live-runs.ts'
import type { StepLog } from './log/log-steps.ts'
import { packPayload, unpackPayload } from './log/payload.ts'
import { LeaseLost, RunCancelled } from './run-outcome.ts'
import { type LeasedRun, runLeases, runSteps, runSuspensions, runs } from './table.ts'

/*
 * Rows of a run are locked in one order everywhere: suspensions, lease, run. Code that writes for a holder locks its lease
 * too, so that it cannot be taken over in between.
 */

/** `is_due` where nobody answered, and the time came. */
export type StepAnswer = { value: unknown; is_due: boolean }

/** By the number of the step: what it was answered with, or null while it waits. */
export type Suspensions = Map<number, { kind: string; cursor?: string; answer: StepAnswer | null }>

/** Timers that end sooner than this are set in this process too, because the sweep would be seconds late. */
const SOON_MS = 60_000

/**
 * Stores a suspension, where this process still has the lease. One statement, so that no other process claims the run between the
 * check and the write. It locks suspensions before the lease, as the others in this file do.
 */
const insertSuspension = defineStatement(
  'suspend_step',
  {
    run_id: 'uuid',
    holder: 'uuid',
    attempts: 'int',
    seq: 'int',
    question_id: 'uuid',
    step_id: 'text',
    kind: 'text',
    wakes_at: 'timestamptz?',
    detail: 'jsonb',
    now: 'timestamptz',
  },
  (p) => sql<{ run_id: string }>`
  with earlier as (
    select seq from ${runSuspensions} where run_id = ${p.run_id} and seq = ${p.seq} for update
  ), lease as (
    select * from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts} and (select count(*) from earlier) >= 0
    for no key update
  )
  insert into ${runSuspensions} (run_id, organization_id, seq, question_id, job, attempts, step_id, kind, wakes_at,
    detail, created_at)
  select run_id, organization_id, ${p.seq}, ${p.question_id}, job, attempts, ${p.step_id}, ${p.kind}, ${p.wakes_at},
    ${p.detail}, ${p.now}
  from lease
  on conflict (run_id, seq) do update set question_id = excluded.question_id, kind = excluded.kind,
    wakes_at = excluded.wakes_at, detail = excluded.detail, answer = null, answered_at = null
  returning run_id`,
)

/** A step waits from now on, until the deadline at the latest: it can be answered at once, though other cursors of the run continue. */
export async function openSuspension(
  ctx: OrgContext,
  run: LeasedRun,
  logs: StepLog[],
  costs: RunCost[],
  log: StepLog,
  { kind, wakes_at: wakes_itself, detail, opened }: SuspendRequest,
  deadline: Date | null,
): Promise<void> {
  const wakes_at = deadline && (!wakes_itself || deadline < wakes_itself) ? deadline : wakes_itself
  await ctx.transaction(async (ctx) => {
    const rows = await insertSuspension(ctx.db, {
      run_id: run.id,
      holder,
      attempts: run.attempts,
      seq: log.seq,
      question_id: newId(),
      step_id: log.step_id,
      kind,
      wakes_at: wakes_at ?? null,
      detail: toJson(detail ?? null),
      now: ctx.now(),
    })
    if (rows.length === 0) throw new LeaseLost('The run was taken over')
    await checkpoint(ctx, run, logs.includes(log) ? logs : [...logs, log], costs)
    await opened?.(ctx as never)
  })
  const inMs = wakes_at && wakes_at.getTime() - ctx.now().getTime()
  if (inMs !== undefined && inMs < SOON_MS) {
    const wake = () => wakeRuns(ctx).catch((error) => ctx.log.error({ err: error }, 'a timer could not wake its run'))
    setTimeout(wake, Math.max(0, inMs) + 1).unref()
  }
}

/** Answered steps are done: their log is written, and nothing of them waits any more. */
export async function closeSuspensions(
  ctx: OrgContext,
  run: LeasedRun,
  logs: StepLog[],
  costs: RunCost[],
  seqs: number[],
): Promise<void> {
  await ctx.transaction(async (ctx) => {
    await ctx.db.delete(runSuspensions).where(and(eq(runSuspensions.run_id, run.id), inArray(runSuspensions.seq, seqs)))
    await checkpoint(ctx, run, logs, costs)
  })
}

export async function readSuspensions(ctx: Context, run_id: string): Promise<Suspensions> {
  const rows = await ctx.db
    .select({ of: runSuspensions, cursor: runSteps.cursor })
    .from(runSuspensions)
    .leftJoin(runSteps, and(eq(runSteps.run_id, runSuspensions.run_id), eq(runSteps.seq, runSuspensions.seq)))
    .where(eq(runSuspensions.run_id, run_id))
  return new Map(
    rows.map(({ of: { seq, kind, answer, answered_at }, cursor }) => [
      seq,
      {
        kind,
        cursor: cursor ?? '',
        answer: answered_at ? { value: answer ? unpackPayload(answer) : null, is_due: answer === null } : null,
      },
    ]),
  )
}

/**
 * Deletes the lease of a run whose executions all wait. Locks the suspensions first, so that an answer at this moment
 * either prevents it or finds no lease.
 */
const release = defineStatement(
  'suspend_run',
  { run_id: 'uuid', holder: 'uuid', attempts: 'int', now: 'timestamptz', costs: 'jsonb' },
  (p) => sql<{ run_id: string }>`
  with waiting as (
    select answered_at from ${runSuspensions} where run_id = ${p.run_id} order by seq for update
  ), released as (
    delete from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts} and not cancel_requested
      and not exists (select 1 from waiting where answered_at is not null) and exists (select 1 from waiting)
    returning run_id
  )
  update ${runs} set status = 'suspended', suspended_at = ${p.now}, costs = ${p.costs}
  from released where runs.id = released.run_id
  returning runs.id as run_id`,
)

/** Gives the run up until it is answered; false where an answer came meanwhile, and the run continues at once. */
export async function suspendRun(ctx: OrgContext, run: LeasedRun, costs: RunCost[]): Promise<boolean> {
  const lease = { run_id: run.id, holder, attempts: run.attempts }
  const rows = await release(ctx.db, { ...lease, now: ctx.now(), costs: toJson(costs) })
  if (rows.length > 0) return true
  const [current] = await ctx.db.select().from(runLeases).where(eq(runLeases.run_id, run.id))
  if (current?.holder !== holder || current.attempts !== run.attempts) throw new LeaseLost('The run was taken over')
  if (current.cancel_requested) throw new RunCancelled('The run was stopped')
  return false
}

/** True where the run was asked to stop and has not ended yet: answers no longer count. */
export const isStopping = (run_id: SQL | Column) => sql`exists (
  select 1 from ${runLeases} as stopping where stopping.run_id = ${run_id} and stopping.cancel_requested)`

/**
 * Stores an answer and queues the run: a lease without a holder, with the attempt in which the run suspended. One statement, so
 * that no answer is stored without its run being queued. Each part reads from the one before it, so that rows are locked in order.
 */
const answerStep = defineStatement(
  'answer_suspension',
  { run_id: 'uuid', organization_id: 'uuid', seq: 'int', question_id: 'uuid?', answer: 'bytea', now: 'timestamptz' },
  (p) => sql<{ run_id: string }>`
  with answered as (
    update ${runSuspensions} set answer = ${p.answer}, answered_at = ${p.now}
    where run_id = ${p.run_id} and organization_id = ${p.organization_id} and seq = ${p.seq} and answered_at is null
      and (${p.question_id} is null or question_id = ${p.question_id}) and not ${isStopping(p.run_id)}
    returning run_id, organization_id, job, attempts
  ), queued as (
    insert into ${runLeases} (run_id, organization_id, job, attempts, tries_from)
    select run_id, min(organization_id::text)::uuid, min(job), max(attempts), max(attempts) from answered group by run_id
    order by run_id
    on conflict (run_id) do nothing
    returning run_id
  ), marked as (
    update ${runs} set status = 'queued' from queued where runs.id = queued.run_id and runs.status = 'suspended'
  )
  select run_id from answered`,
)

type StepAnswered = { run_id: string; seq: number; question_id?: string; value: unknown }

/** Answers a step that waits; false where it does not, or no longer, or for something else by now, or where its run is to stop. */
export async function resumeRun(ctx: OrgContext, { run_id, seq, question_id, value }: StepAnswered): Promise<boolean> {
  const step = { run_id, organization_id: ctx.organization.id, seq, question_id: question_id ?? null }
  const answered = await answerStep(ctx.db, { ...step, answer: packPayload(value), now: ctx.now() })
  if (answered.length > 0) await ctx.emit(runQueued, {})
  return answered.length > 0
}

/**
 * Ends the waits whose time has come and queues their runs: one statement, so that no wait ends without its run being
 * queued.
 */
const wake = defineStatement(
  'wake_suspended',
  { now: 'timestamptz' },
  (p) => sql<{ run_id: string }>`
  with due as (
    select run_id, seq from ${runSuspensions} where wakes_at <= ${p.now} and answered_at is null
    order by wakes_at limit 500 for update skip locked
  ), answered as (
    update ${runSuspensions} set answered_at = ${p.now} from due
    where run_suspensions.run_id = due.run_id and run_suspensions.seq = due.seq
    returning run_suspensions.run_id, organization_id, job, attempts
  ), queued as (
    insert into ${runLeases} (run_id, organization_id, job, attempts, tries_from)
    select run_id, min(organization_id::text)::uuid, min(job), max(attempts), max(attempts) from answered group by run_id
    order by run_id
    on conflict (run_id) do nothing
    returning run_id
  ), marked as (
    update ${runs} set status = 'queued' from queued where runs.id = queued.run_id and runs.status = 'suspended'
  )
  select run_id from answered`,
)

/** Continues the runs whose time has come. */
export async function wakeRuns(ctx: Context): Promise<void> {
  const woken = await wake(ctx.db, { now: ctx.now() })
  if (woken.length > 0) await ctx.emit(runQueued, {})
}

/**
 * Deletes the suspensions of a run, where this process still has its lease. One statement, which locks in the same order as the
 * others in this file.
 */
const drop = defineStatement(
  'drop_suspensions',
  { run_id: 'uuid', holder: 'uuid', attempts: 'int' },
  (p) => sql`
  with waiting as (
    select seq from ${runSuspensions} where run_id = ${p.run_id} order by seq for update
  ), lease as (
    select run_id from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts} and (select count(*) from waiting) >= 0
    for no key update
  )
  delete from ${runSuspensions} using lease where run_suspensions.run_id = lease.run_id`,
)

/** A run that ends waits for nothing; one that another process has taken over meanwhile may. */
export async function dropSuspensions(ctx: Context, run: LeasedRun): Promise<void> {
  await drop(ctx.db, { run_id: run.id, holder, attempts: run.attempts })
}
