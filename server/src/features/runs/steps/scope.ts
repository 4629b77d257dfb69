import type { RunCost } from '#contracts/runs.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { StepLog } from '../log/log-steps.ts'
import type { RunHost } from '../run-host.ts'
import type { RunInput } from '../start-run.ts'
import type { HeldRun } from '../table.ts'

/** What a step may use while it executes. */
export type StepScope = {
  readonly ctx: OrgContext
  readonly run: HeldRun
  readonly host: Pick<RunHost, 'history' | 'publish' | 'briefing'>
  readonly signal: AbortSignal
  readonly costs: RunCost[]
  readonly input: RunInput
  readonly depth: number
  readonly state: Record<string, unknown>
  readonly outputs: Record<string, unknown>
  /** The step's own entry in the log. */
  readonly log: StepLog
  /** What an earlier try of this step got done, as it was kept. */
  readonly resumed: unknown
  /** Keeps what the step has got done so far. */
  keep(work: unknown): Promise<void>
}
