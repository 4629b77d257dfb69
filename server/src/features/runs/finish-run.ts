import { type SQL, sql } from 'drizzle-orm'
import type { RunCost, RunStatus } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { holder } from './live-runs.ts'
import { type LoggingParams, loggingParams, loggingSteps, type StepLog } from './log/log-steps.ts'
import type { RunOutcome } from './run-outcome.ts'
import { type HeldRun, runLeases, runs } from './table.ts'

export type Finishing = LoggingParams & {
  run_id: string
  holder: string
  attempts: number
  status: RunStatus
  ended_at: Date
  error: string | null
  error_code: string | null
  model: string | null
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  usd_cost: number
  costs: string
}

const p = sql.placeholder

/**
 * The end of a run as a named expression, for whoever writes more at the same moment: `finished` has the run's row, or
 * none when this process no longer holds it or the extra condition does not hold.
 */
export const finishing = (onlyIf: SQL = sql`true`): SQL => sql`
  released as (
    delete from ${runLeases}
    where run_id = ${p('run_id')}::uuid and holder = ${p('holder')}::uuid and attempts = ${p('attempts')}::int
      and ${onlyIf}
    returning run_id
  ), finished as (
    update ${runs} set
      status = ${p('status')}::text,
      completed_at = case when ${p('status')}::text = 'completed' then ${p('ended_at')}::timestamptz end,
      failed_at = case when ${p('status')}::text = 'failed' then ${p('ended_at')}::timestamptz end,
      cancelled_at = case when ${p('status')}::text = 'cancelled' then ${p('ended_at')}::timestamptz end,
      error = ${p('error')}::text, error_code = ${p('error_code')}::text, model = ${p('model')}::text,
      input_tokens = ${p('input_tokens')}::bigint, output_tokens = ${p('output_tokens')}::bigint,
      cached_input_tokens = ${p('cached_input_tokens')}::bigint, usd_cost = ${p('usd_cost')}::numeric,
      costs = ${p('costs')}::jsonb
    from released where runs.id = released.run_id
    returning runs.id, runs.organization_id, runs.assistant_message_id, runs.conversation_id, runs.started_at
  ), ${loggingSteps('finished')}`

const finishRun = defineStatement<Finishing, { id: string }>(
  'finish_run',
  sql`with ${finishing()} select id from finished`,
)

/** Ends a run that nothing else waits for. */
export async function finishAlone(ctx: OrgContext, params: Finishing): Promise<boolean> {
  const rows = await finishRun(ctx.db, params)
  return rows.length > 0
}

export function finishingOf(
  run: HeldRun,
  outcome: RunOutcome,
  logs: StepLog[],
  costs: RunCost[],
  ended_at: Date,
): Finishing {
  const sum = (pick: (cost: RunCost) => number) => costs.reduce((total, cost) => total + pick(cost), 0)
  const failed = outcome.status === 'failed' ? outcome : null
  return {
    ...loggingParams(logs),
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
