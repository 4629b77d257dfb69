import { type SQL, sql } from 'drizzle-orm'
import type { Flow } from '#contracts/flows.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Finishing, finishingOf } from './finish-run.ts'
import { loggingSteps, type StepLog } from './log/log-steps.ts'
import { closeOpenStep } from './log/open-step.ts'
import type { beginningOf } from './read-progress.ts'
import { quiet } from './run-host.ts'
import type { RunOutcome } from './run-outcome.ts'
import { type FromPlace, runRowOf, type Starting } from './start-run.ts'
import { executors } from './steps/executors.ts'
import { runs } from './table.ts'
import { outcomeOf, walkFlow } from './walk-flow.ts'

/** A flow that does nothing in the world outside can be executed before it is written, and is then written whole. */
export const hasNoEffects = ({ steps }: Flow): boolean =>
  Object.values(steps).every(({ type }) => !executors[type].effects)

export type Recording = Omit<Starting, keyof Finishing> & Finishing

const p = sql.placeholder

/** A run that has already ended, as a named expression `recorded`. */
export const recording = ({ conversation_id, contact_id, epoch, source }: FromPlace): SQL => sql`
  recorded as (
    insert into ${runs} (id, organization_id, employee_id, conversation_id, contact_id, user_id, parent_run_id, channel,
      message_id, assistant_message_id, is_async, status, epoch, error, error_code, created_at, started_at,
      completed_at, failed_at)
    select ${p('run_id')}::uuid, ${p('organization_id')}::uuid, ${p('employee_id')}::uuid, ${conversation_id},
      ${contact_id}, ${p('user_id')}::uuid, ${p('parent_run_id')}::uuid, ${p('channel')}::text,
      ${p('message_id')}::uuid, ${p('assistant_message_id')}::uuid, ${p('is_async')}::boolean, ${p('status')}::text,
      ${epoch}, ${p('error')}::text, ${p('error_code')}::text, ${p('now')}::timestamptz, ${p('now')}::timestamptz,
      case when ${p('status')}::text = 'completed' then ${p('ended_at')}::timestamptz end,
      case when ${p('status')}::text = 'failed' then ${p('ended_at')}::timestamptz end
    ${source}
    returning id, organization_id
  ), ${loggingSteps('recorded')}`

/** Executes a flow without effects in memory; nothing is written. */
export async function rehearseRun(
  ctx: OrgContext,
  starting: Starting,
  progress: ReturnType<typeof beginningOf>,
): Promise<{ outcome: RunOutcome; recording: Recording }> {
  const run = runRowOf(starting)
  const logs: StepLog[] = []
  let outcome: RunOutcome
  try {
    const output = await walkFlow({
      ctx,
      run,
      host: quiet,
      signal: new AbortController().signal,
      costs: [],
      logs,
      progress,
    })
    outcome = { status: 'completed', output }
  } catch (error) {
    outcome = outcomeOf(ctx, error)
    closeOpenStep(logs, outcome.status === 'failed' ? outcome.error : 'stopped', ctx.now())
  }
  const ended = finishingOf(run, outcome, logs, [], ctx.now())
  // The beginning is payload 0, written together with those of the steps.
  const seqs = [0, ...ended.seqs]
  const payloads = [starting.beginning, ...ended.payloads]
  return { outcome, recording: { ...starting, ...ended, seqs, payloads } }
}
