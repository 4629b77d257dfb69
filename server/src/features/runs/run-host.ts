import type { ModelFallback } from '#contracts/conversations.ts'
import type { WaitingFor } from '#contracts/waiting.ts'
import type { Tool } from '#platform/tool.ts'
import type { ModelMessage } from '../models/model-language.ts'
import type { Candidate } from '../models/resolve-models.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { ToolScope } from '../teammates/tools/tool-scope.ts'
import { finishRun, type RunEnd } from './finish-run.ts'
import type { RunOutcome } from './run-outcome.ts'

export type ToolEvent =
  | { type: 'tool_started'; call_id: string; tool: string; input: unknown }
  | { type: 'tool_ended'; call_id: string; tool: string; output: unknown; failed: boolean }

/** What of a running answer may be shown while it grows. */
export type Published =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** What was published so far is replaced by this: another model, or another process, began again from there. */
  | { type: 'reset'; text: string; reasoning: string }
  /** The answer came from a fallback model. */
  | { type: 'fallback'; fallback: ModelFallback }
  | ToolEvent

/** For a run without watchers. */
export const quiet: Pick<RunHost, 'history'> = { history: async () => [] }

/** For runs without watchers and without a conversation. */
export const quietHost: RunHost = { ...quiet, finish: finishRun }

/** What the caller has only just read of a teammate, so that it is not read again; `tool` where all that it does is call that. */
type Briefing = { teammate: TeammateRow; candidates?: Candidate[]; tool?: Tool<ToolScope> }

/** What is known of this teammate and no other. */
export const briefingOf = ({ briefing }: Pick<RunHost, 'briefing'>, employee_id: string): Briefing | undefined =>
  briefing?.teammate.id === employee_id ? briefing : undefined

/** The channel or program that wanted the run: gives it the conversation so far, shows the answer growing, and keeps it at the end. */
export type RunHost = {
  briefing?: Briefing
  /** The parent run, whose end also ends this one. */
  stoppedBy?: AbortSignal
  /** True where something in the middle of its work waits for the run's end, so that the run itself cannot wait for days. */
  isWaitedFor?: boolean
  history(ctx: OrgContext): Promise<ModelMessage[]>
  /** Absent without watchers. */
  publish?(piece: Published): void
  /** All of the run waits, for this above all: called while its lease is still there, so that nothing of a successor is written over. */
  waits?(waiting_for: WaitingFor | null): Promise<void>
  /** The run has not ended, but nothing more of it happens here. */
  left?(): void
  /** Ends the run and writes what belongs to its end in one statement; false when the run was no longer ours to end. */
  finish(ctx: OrgContext, end: RunEnd, outcome: RunOutcome): Promise<boolean>
}
