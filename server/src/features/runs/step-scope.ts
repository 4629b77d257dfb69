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
  /** The text that the step has published so far; empty in runs without watchers. */
  textSoFar(): string
  /** False where a caller waits for the run, such as a tool call, so that the step cannot wait for a person. */
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
  /** How many teammates are between a person and this step: 0 for one that the person asked, 1 for one that it asked. */
  readonly depth: number
  /** The step's own time limit, which replaces that of its type. */
  readonly timeout_seconds: number | null
  /** The same for every attempt of this step, so that the receiver can recognize a repeated request. */
  readonly idempotency_key: string
  /** Whether the run began while its organization was in debug mode. */
  readonly is_debug_mode: boolean
  /** Writes values into the state of this execution. */
  writeState(values: Record<string, unknown>): void
  /**
   * State and outputs that placeholders may read: those of this execution, and those of the enclosing ones that it was
   * given.
   */
  readonly seen: { state: Readonly<Record<string, unknown>>; output: Record<string, unknown> }
  /** The step's own entry in the log. */
  readonly log: StepLog
  /** What an earlier attempt of this step saved with `checkpoint`; undefined where there is nothing. */
  readonly resumed: unknown
  /** Whether an earlier attempt ended with its process. It may have done everything that the step does. */
  readonly was_lost: boolean
  /** The answer that ended the step's suspension, or `is_due` where its time came; null where it has not suspended. */
  readonly answer: { value: unknown; is_due: boolean } | null
  /** Saves what the step has done so far with the next write of the run, for example the suspension that follows. */
  checkpointWithNextWrite(work: unknown): void
  /** Saves what the step has done so far; a process that continues the step finds it in `resumed`. */
  checkpoint(work: unknown): Promise<void>
  /**
   * The same, and deletes the suspension with its answer in the same commit: `work` has to contain the answer from then on.
   */
  checkpointAndConsumeAnswer(work: unknown): Promise<void>
  /**
   * Executes a flow inside this step, with a cursor of its own. `key` distinguishes the cursors of one step: the same
   * key continues where an earlier attempt, or a suspension, ended.
   */
  execution(inner: {
    key: string
    flow: Flow
    starting_step_id: string
    input: RunInput
    /** State and outputs of this execution that its placeholders may read; nothing by default. */
    outer?: { state: Readonly<Record<string, unknown>>; outputs: Record<string, unknown> }
    /** How long the execution may take, waits included. */
    timeout_seconds?: number | undefined
    /** When that time begins; the step's own beginning by default. */
    since?: Date
    /** The `depth` of its steps, where it differs from this step's. */
    depth?: number
    /** True where texts of its steps are for a model alone; questions still go to the person. */
    is_quiet?: boolean
    signal?: AbortSignal
    /** True where no earlier attempt can have begun it, which saves a read. */
    is_new?: boolean
  }): Promise<FlowResult>
  /** Closes the open steps and suspensions of the execution with this key, so that they do not continue. */
  close(key: string, reason: string): Promise<void>
  /** The number of the last step that the run has logged. */
  last_seq(): number
  /** Of the executions inside this step: which have logged something after this number, and which have nothing to continue with. */
  readInside(after_seq: number): Promise<{ begun: Set<string>; waiting: Set<string> }>
}
