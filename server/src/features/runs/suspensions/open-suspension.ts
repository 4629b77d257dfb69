import { sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { SuspendRequest } from '#platform/step.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { checkpoint } from '../engine/checkpoint.ts'
import type { StepLog } from '../log/log-steps.ts'
import { holder } from '../queue/live-runs.ts'
import { LeaseLost } from '../run-outcome.ts'
import { type LeasedRun, runLeases, runSuspensions } from '../table.ts'
import { wakeRuns } from './wake-runs.ts'

/** Timers that end sooner than this are set in this process too, because the sweep would be seconds late. */
const SOON_MS = 60_000

/**
 * Stores a suspension, where this process still has the lease. One statement, so that no other process claims the run between
 * the check and the write. It locks suspensions before the lease, as `suspendRun` does.
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

/** Suspends a step, until the deadline at the latest. It can be answered from now on, while other executions of the run continue. */
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
