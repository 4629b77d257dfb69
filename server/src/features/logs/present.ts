import type { ListedRun, RunState, StepSummary } from '#contracts/logged-runs.ts'
import { HOSTED_CHANNEL } from '#contracts/mcp.ts'
import { CONSOLE_CHANNEL } from '#contracts/tool-console.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { RunRow, RunStepRow } from '../runs/table.ts'
import { urlOf } from '../triggers/present.ts'
import type { LoggedRun } from './read-rows.ts'

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const durationMs = ({ created_at, completed_at, failed_at, cancelled_at }: RunRow): number | null => {
  const ended = completed_at ?? failed_at ?? cancelled_at
  return ended && Math.max(0, ended.getTime() - created_at.getTime())
}

/** A run as a row of the list, with a short `state`. */
export function presentRun(ctx: OrgContext, logged: LoggedRun): ListedRun {
  const { run, conversation_title, conversation_channel, employee_name, is_personal, fallback_used } = logged
  const named = (channel: string | null) => (is_personal && channel === 'employee_chat' ? 'ally_chat' : channel)
  return {
    run_id: run.id,
    organization_id: run.organization_id,
    workflow_id: run.workflow_id,
    workflow_name: logged.workflow_name,
    trigger_id: run.trigger_id,
    trigger_url: triggerUrl(ctx, logged),
    started_by: startedBy(logged),
    is_test: run.is_test,
    conversation_id: run.conversation_id,
    conversation_title,
    conversation_channel: named(conversation_channel),
    channel: named(run.channel),
    employee_id: run.employee_id,
    employee_name,
    contact_id: run.contact_id,
    parent_run_id: run.parent_run_id,
    rerun_of: run.rerun_of,
    taken_over_until: run.taken_over_until,
    status: run.status,
    error_code: run.error_code,
    model: run.model,
    fallback_used,
    created_at: run.created_at.toISOString(),
    completed_at: iso(run.completed_at),
    failed_at: iso(run.failed_at),
    suspended_at: iso(run.suspended_at),
    cancelled_at: iso(run.cancelled_at),
    duration_ms: durationMs(run),
    input_tokens: run.input_tokens,
    output_tokens: run.output_tokens,
    cached_input_tokens: run.cached_input_tokens,
    usd_cost: run.usd_cost,
    costs: run.costs,
    state: stateOf(logged),
  }
}

/** What the flow has written cannot take the place of what the engine says. */
const stateOf = ({ run, current_step }: LoggedRun): RunState => ({
  ...run.state,
  currentStepId: current_step,
  error: run.error,
  runtimeContext: { userId: run.user_id, isAsync: run.is_async },
})

type StartedBy = NonNullable<ListedRun['started_by']>

/** A run that is repeated is started by a person, whatever started the one before. */
function startedBy({ run, trigger_type, user_name }: LoggedRun): StartedBy | null {
  const by = (kind: StartedBy['kind']) => ({ kind, name: user_name })
  if (run.parent_run_id) return by('run')
  if (run.rerun_of) return by('person')
  if (run.trigger_id) return by(trigger_type ? TRIGGERS[trigger_type] : 'trigger')
  if (run.channel === HOSTED_CHANNEL) return by('hosted_tools')
  if (run.channel === CONSOLE_CHANNEL) return by('console')
  if (run.user_id) return by('person')
  return run.conversation_id === null ? by('private_api') : null
}

const TRIGGERS = { schedule: 'schedule', public: 'webhook_trigger' } as const

/** A schedule is called by nobody. */
const triggerUrl = (ctx: OrgContext, { run: { workflow_id }, trigger_type }: LoggedRun): string | null =>
  trigger_type === 'public' && workflow_id !== null ? urlOf(ctx, workflow_id) : null

type OfRun = Pick<RunRow, 'taken_over_until'>

export const presentStep = (step: RunStepRow, { taken_over_until }: OfRun): StepSummary => ({
  seq: step.seq,
  cursor: step.cursor,
  step_id: step.step_id,
  type: step.type,
  name: step.name,
  status: step.status,
  started_at: step.started_at.toISOString(),
  finished_at: iso(step.finished_at),
  duration_ms: step.duration_ms,
  fallback_used: step.fallback_used,
  last_error: step.last_error,
  model: step.model,
  is_taken_over: taken_over_until !== null && step.seq <= taken_over_until,
})
