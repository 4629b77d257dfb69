import type { Flow, FlowStep } from '#contracts/flows.ts'
import type { RunCost } from '#contracts/runs.ts'
import type { StepType } from '#platform/step.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { StepLog } from '../log/log-steps.ts'
import type { RunHost } from '../run-host.ts'
import { RunFailure } from '../run-outcome.ts'
import type { RunFile, RunInput } from '../start-run.ts'
import type { StepScope } from '../step-scope.ts'
import type { Suspensions } from '../suspensions/read-suspensions.ts'
import type { LeasedRun } from '../table.ts'
import type { Cursor, OpenStep } from './cursor.ts'
import type { Speaker } from './speaker.ts'

/** What all executions of a run share, and the state of this one. */
export type Execution = {
  ctx: OrgContext
  run: LeasedRun
  host: Pick<RunHost, 'history' | 'briefing' | 'isWaitedFor'>
  /** Publishes the texts of this execution's steps. */
  speaker: Speaker
  signal: AbortSignal
  costs: RunCost[]
  /** Logs of steps that are not written yet; a checkpoint empties the list. */
  logs: StepLog[]
  /** The number of the run's last step, over all executions. */
  seq: { last: number }
  /** The suspensions of this run with their answers, by the number of the step. */
  suspensions: Suspensions
  /** False where the run is executed in memory and written at its end, so that nothing can be saved meanwhile. */
  isWritten: boolean
  /** The number of the last step of an earlier attempt; 0 for a first attempt. */
  resumedAfter: number
  /** True where an earlier attempt ended before it had written any step. */
  mayHaveBegun: boolean
  /** How many teammates are between a person and this run. */
  depth: number
  /** True where texts are for a model alone; questions still go to the person. */
  is_quiet: boolean
  /** The nesting depth of the execution. */
  nesting: number
  /** Files that came with the message that the run answers. */
  files: readonly RunFile[]
  /** Who wrote the message, in a chat of several people. */
  sender_name: string | null
  /** The deadline, waits included. */
  deadline: Date | null
  /** Steps with pinned data are not executed. */
  is_test: boolean
  is_debug_mode: boolean
}

/** One execution of one step. */
export type StepExecution = {
  execution: Execution
  flow: Flow
  step: FlowStep
  type: StepType<StepScope>
  fields: object & { name: string }
  input: RunInput
  cursor: Cursor
  log: StepLog
  /** What an earlier attempt of the step saved. */
  open: OpenStep | null
  /** Whether the attempt before this one ended with its process. */
  was_lost: boolean
  /** Whether it may have executed flows inside. */
  inside: { hasExecutedInside: boolean }
}

/** The longest timer that the runtime can set, 25 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Executes work with a deadline of `seconds` after `since`; time in which nothing was executed counts too. */
export async function withinDeadline<T>(
  execution: Execution,
  { since, seconds }: { since: Date; seconds: number | undefined },
  go: (execution: Execution) => Promise<T>,
): Promise<T> {
  if (seconds === undefined) return go(execution)
  const failure = () => new RunFailure('RUN_TIMEOUT', `The flow took longer than ${seconds} s`)
  const at = new Date(since.getTime() + seconds * 1000)
  const deadline = execution.deadline && execution.deadline < at ? execution.deadline : at
  const leftMs = at.getTime() - execution.ctx.now().getTime()
  if (leftMs <= 0) throw failure()
  if (leftMs > MAX_TIMER_MS) return go({ ...execution, deadline })
  const clock = wallClock(execution.signal, leftMs / 1000, 'The flow took too long.')
  try {
    return await go({ ...execution, deadline, signal: clock.signal })
  } catch (error) {
    if (clock.signal.aborted && !execution.signal.aborted) throw failure()
    throw error
  } finally {
    clock.stop()
  }
}
