import { type SQL, sql } from 'drizzle-orm'
import type { RunCost } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement, type ParametersOf } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type StepLog, stepParameters, stepValues } from './log/log-steps.ts'
import { insertSteps, orUpdateSteps, writePayloads } from './log/write-steps.ts'
import { holder } from './queue/live-runs.ts'
import type { RunOutcome } from './run-outcome.ts'
import { type LeasedRun, type RunRow, runLeases, runs } from './table.ts'

/** What the end of a run is written from: here, and in the statement that saves an answer together with it. */
export const runEndParameters = {
  run_id: 'uuid',
  holder: 'uuid',
  attempts: 'int',
  status: 'text',
  ended_at: 'timestamptz',
  error: 'text?',
  error_code: 'text?',
  model: 'text?',
  input_tokens: 'bigint',
  output_tokens: 'bigint',
  cached_input_tokens: 'bigint',
  usd_cost: 'numeric',
  costs: 'jsonb',
  ...stepParameters,
} as const

export type RunEnd = ParametersOf<typeof runEndParameters> & Pick<RunOutcome, 'status'> & Pick<RunRow, 'error_code'>

/**
 * Parts of a statement that deletes the lease in its part `released`: end the run and write its last steps. `returning` are columns
 * that `finished` has beside `id` and `organization_id`.
 */
export const endRunParts = (
  p: { readonly [Name in keyof typeof runEndParameters]: SQL },
  returning: readonly SQL[] = [],
): SQL => sql`finished as (
    update ${runs} set status = ${p.status},
      completed_at = case when ${p.status} = 'completed' then ${p.ended_at} end,
      failed_at = case when ${p.status} = 'failed' then ${p.ended_at} end,
      cancelled_at = case when ${p.status} = 'cancelled' then ${p.ended_at} end,
      error = ${p.error}, error_code = ${p.error_code}, model = ${p.model}, input_tokens = ${p.input_tokens},
      output_tokens = ${p.output_tokens}, cached_input_tokens = ${p.cached_input_tokens},
      usd_cost = ${p.usd_cost}, costs = ${p.costs}, state = coalesce(${p.state}, state)
    where runs.id = (select run_id from released)
    returning ${sql.join([sql`runs.id`, sql`runs.organization_id`, ...returning], sql`, `)}
  ), logged_steps as (${insertSteps(sql`finished`, p.steps)} ${orUpdateSteps}
  ), logged_payloads as (${writePayloads(sql`finished`, p)}
  )`

/**
 * Ends a run with its last steps. One statement that deletes the lease first: only the process that deletes it ends the
 * run.
 */
const endRun = defineStatement(
  'finish_run',
  runEndParameters,
  (p) => sql<{ id: string }>`
  with released as (
    delete from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts}
    returning run_id
  ), ${endRunParts(p)}
  select id from finished`,
)

/** Ends a run that has no message to answer; false when this process no longer held it. */
export async function finishRun(ctx: OrgContext, end: RunEnd): Promise<boolean> {
  const rows = await endRun(ctx.db, end)
  return rows.length > 0
}

export function runEnd(
  run: Pick<LeasedRun, 'id' | 'attempts'>,
  outcome: RunOutcome,
  logs: StepLog[],
  costs: RunCost[],
  ended_at: Date,
): RunEnd {
  const sum = (pick: (cost: RunCost) => number) => costs.reduce((total, cost) => total + pick(cost), 0)
  const failed = outcome.status === 'failed' ? outcome : null
  return {
    ...stepValues(logs),
    run_id: run.id,
    holder,
    attempts: run.attempts,
    status: outcome.status,
    ended_at,
    error: failed?.error ?? null,
    error_code: failed?.error_code ?? null,
    model: logs.findLast(({ model }) => model !== null)?.model ?? null,
    input_tokens: sum((cost) => cost.input_tokens),
    output_tokens: sum((cost) => cost.output_tokens),
    cached_input_tokens: sum((cost) => cost.cached_input_tokens),
    usd_cost: sum((cost) => cost.usd_cost),
    costs: toJson(costs),
  }
}
