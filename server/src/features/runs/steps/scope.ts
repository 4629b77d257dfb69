import type { Flow } from '#contracts/flows.ts'
import type { RunCost } from '#contracts/runs.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { StepLog } from '../log/log-steps.ts'
import type { RunHost } from '../run-host.ts'
import type { Speaker } from '../speaker.ts'
import type { RunInput } from '../start-run.ts'
import type { HeldRun } from '../table.ts'

/** How a flow inside a step went. */
export type WalkResult = { status: 'completed'; output: string; outputs: Record<string, unknown> } | 'suspended'

/** What a step may use while it executes. */
export type StepScope = {
  readonly ctx: OrgContext
  readonly run: HeldRun
  readonly host: Pick<RunHost, 'history' | 'briefing'> & Pick<Speaker, 'publish'>
  readonly signal: AbortSignal
  readonly costs: RunCost[]
  readonly input: RunInput
  readonly depth: number
  /** Whether the run began while its organization was in debug mode. */
  readonly is_debug_mode: boolean
  readonly state: Record<string, unknown>
  readonly outputs: Record<string, unknown>
  /** The step's own entry in the log. */
  readonly log: StepLog
  /** What an earlier try of this step got done, as it was saved. */
  readonly resumed: unknown
  /** What the step was answered with after it had suspended; null where it has not, `value` null where its time came. */
  readonly answer: { value: unknown } | null
  /** Saves what the step has got done so far. */
  keep(work: unknown): Promise<void>
  /**
   * Walks a flow inside this step, with a cursor of its own. `key` tells the cursors of one step apart; the same key goes
   * on where an earlier try, or a suspension, left it.
   */
  walk(inner: { key: string; flow: Flow; starting_step_id: string; input: RunInput }): Promise<WalkResult>
}
