import type { ModelMessage } from '../models/model-language.ts'
import type { Candidate } from '../models/resolve-models.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { RunEnd } from './finish-run.ts'
import type { RunOutcome } from './run-outcome.ts'

export type ToolEvent =
  | { type: 'tool_started'; call_id: string; tool: string; input: unknown }
  | { type: 'tool_ended'; call_id: string; tool: string; output: unknown; failed: boolean }

/** What of a running answer may be shown while it grows. */
export type Published =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** What was published so far is replaced by this: another model, or another process, began anew from there. */
  | { type: 'reset'; text: string; reasoning: string }
  | ToolEvent

/** For a run that nobody watches. */
export const quiet: Pick<RunHost, 'history' | 'publish'> = { history: async () => [], publish: () => undefined }

/** Whoever wanted the run: gives it the conversation so far, shows the answer growing, and keeps it at the end. */
export type RunHost = {
  /** What the caller has only just read, so that it is not read again. */
  briefing?: { teammate: TeammateRow; candidates: Candidate[] }
  /** The run above, whose end is this one's too. */
  stoppedBy?: AbortSignal
  history(ctx: OrgContext): Promise<ModelMessage[]>
  publish(piece: Published): void
  /** The run waits now; what was shown of it must be found again when it goes on. */
  suspended?(ctx: OrgContext): Promise<void>
  /** Ends the run and writes what belongs to its end in one statement; false when the run was no longer ours to end. */
  finish(ctx: OrgContext, end: RunEnd, outcome: RunOutcome): Promise<boolean>
}
