import type { Flow } from '#contracts/flows.ts'
import type { RunCost } from '#contracts/runs.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { Speaker } from './engine/speaker.ts'
import type { StepLog } from './log/log-steps.ts'
import type { RunHost } from './run-host.ts'
import type { RunFile, RunInput } from './start-run.ts'
import type { LeasedRun } from './table.ts'

/** How an execution of a flow ended: `output` is its text, `result` its value as JSON. */
export type FlowResult =
  | { status: 'completed'; output: string; result: unknown; outputs: Record<string, unknown> }
  | 'suspended'

/** What a step may use while it executes. */
export type StepScope = {
  readonly ctx: OrgContext
  readonly run: LeasedRun
  readonly host: Pick<RunHost, 'history' | 'briefing'> & Pick<Speaker, 'publish'>
  /** What the step has said so far; nothing where nobody watches. */
  textSoFar(): string
  /** False where something in the middle of its work waits for the run, so that nobody can be asked. */
  readonly can_wait: boolean
  readonly signal: AbortSignal
  readonly costs: RunCost[]
  /** The flow that the step belongs to. */
  readonly flow: Flow
  readonly input: RunInput
  /** Files that came with the message that the run answers. */
  readonly files: readonly RunFile[]
  /** Who wrote the message, in a chat of several people. */
  readonly sender_name: string | null
  /** How many teammates stand between a person and this step. */
  readonly depth: number
  /** The limit that the step brings in place of its type's. */
  readonly timeout_seconds: number | null
  /** The same for every try of this step, so that the other side can tell a repetition. */
  readonly idempotency_key: string
  /** Whether the run began while its organization was in debug mode. */
  readonly is_debug_mode: boolean
  /** Writes values into the state of this execution. */
  writeState(values: Record<string, unknown>): void
  /** What may be read: of this execution, and of those around it that it was given. */
  readonly seen: { state: Readonly<Record<string, unknown>>; output: Record<string, unknown> }
  /** The step's own entry in the log. */
  readonly log: StepLog
  /** What an earlier try of this step got done, as it was saved. */
  readonly resumed: unknown
  /** Whether an earlier try was lost with its process, which may have done all that the step has to do. */
  readonly was_lost: boolean
  /** What the step was answered with after it had suspended; null where it has not. `is_due` where its time came. */
  readonly answer: { value: unknown; is_due: boolean } | null
  /** Has this saved with whatever is written of the run next. */
  remember(work: unknown): void
  /** Saves what the step has got done so far. */
  keep(work: unknown): Promise<void>
  /** The same, and the answer is taken: it is kept nowhere else from here on. */
  take(work: unknown): Promise<void>
  /**
   * Executes a flow inside this step, with a cursor of its own. `key` tells the cursors of one step apart; the same key goes
   * on where an earlier try, or a suspension, left it.
   */
  execution(inner: {
    key: string
    flow: Flow
    starting_step_id: string
    input: RunInput
    /** What it may read of what is outside; nothing by itself. */
    outer?: { state: Readonly<Record<string, unknown>>; outputs: Record<string, unknown> }
    /** How long all of it may take, what it waits for included. */
    timeout_seconds?: number | undefined
    /** From when on that is counted, where it is not the step's beginning. */
    since?: Date
    /** How many teammates stand between a person and its steps, where that is not as here. */
    depth?: number
    /** True where a model alone reads what its steps say, but for questions. */
    is_quiet?: boolean
    signal?: AbortSignal
    /** True where no earlier try can have begun it. */
    is_new?: boolean
  }): Promise<FlowResult>
  /** What is open or waits in the execution of this key does not continue. */
  close(key: string, reason: string): Promise<void>
  /** The number of the last step that the run has logged. */
  last_seq(): number
  /** Of the executions inside this step: which have logged something after this number, and which have nothing to continue with. */
  readInside(after_seq: number): Promise<{ begun: Set<string>; waiting: Set<string> }>
}
