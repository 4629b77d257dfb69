import type { FlowStep } from '#contracts/flows.ts'
import type { RunDetail, StepLog } from '#contracts/logged-runs.ts'
import type { RunStatus } from '#contracts/runs.ts'
import { isRecord, isStep } from '../editor/draft.ts'
import type { RunData } from '../step/placeholders.ts'

type StepStatus = 'ahead' | 'running' | 'waiting' | 'completed' | 'failed' | 'skipped'
export type StepState = {
  status: StepStatus
  duration_ms: number | null
  /** How often it was executed. */
  times: number
  /** It used pinned data. */
  isPinned: boolean
}
/** The part of a run that step states are computed from. */
type RunSteps = Pick<RunDetail, 'status' | 'flow' | 'steps'>

export const isOver = (status: RunStatus) => status === 'completed' || status === 'failed' || status === 'cancelled'

/**
 * How each step of the flow went that the run began with; of one that was executed several times, the last time. The first
 * step has nothing in the log while it is executed.
 */
export function stepStates(run: RunSteps, start: string | null): Map<string, StepState> {
  const logged = ownSteps(run)
  const logs = Map.groupBy(logged, ({ step_id }) => step_id)
  const first = run.status === 'running' && logged.length === 0 ? start : null
  const states = new Map<string, StepState>()
  for (const [id, step] of stepsOf(run)) {
    const own = logs.get(id) ?? []
    const last = own.at(-1)
    const status = last ? statusOf(last, run.status) : id === first ? 'running' : unreached(step, run.status)
    const isPinned = last?.additional_data?.pinned === true
    states.set(id, { status, duration_ms: last?.duration_ms ?? null, times: own.length, isPinned })
  }
  return states
}

const unreached = ({ disabled }: FlowStep, run: RunStatus): StepStatus =>
  isOver(run) || disabled ? 'skipped' : 'ahead'

function statusOf({ status }: StepLog, run: RunStatus): StepStatus {
  if (status !== 'in_progress') return status
  if (run === 'suspended') return 'waiting'
  return isOver(run) ? 'skipped' : 'running'
}

/** What was logged of the run's own flow, loops in it included; a called workflow has steps of its own under the same ids. */
export function ownSteps(run: RunSteps): StepLog[] {
  const types = new Map(stepsOf(run).map(([id, { type }]) => [id, type]))
  // Of `each.5/0/inner.7/1/` every other part names a step.
  const isOwn = ({ cursor }: StepLog) =>
    cursor
      .split('/')
      .every((part, index) => part === '' || index % 2 === 1 || types.get(part.split('.')[0] ?? '') === 'for_each')
  return run.steps.filter(isOwn).sort((a, b) => a.seq - b.seq)
}

function stepsOf({ flow }: Pick<RunSteps, 'flow'>): [id: string, step: FlowStep][] {
  const steps = isRecord(flow) && isRecord(flow.steps) ? Object.entries(flow.steps) : []
  return steps.flatMap(([id, step]) => (isStep(step) ? [[id, step]] : []))
}

/** What the run has left to be named by texts. */
export function dataOf(run: RunDetail): RunData {
  const done = ownSteps(run).filter(({ status, content_payload }) => status === 'completed' && !content_payload)
  const outputs = new Map(done.map(({ step_id, output }) => [step_id, output]))
  return { input: run.input, outputs, state: run.state }
}
