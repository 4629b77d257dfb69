import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from './table.ts'

/** The run in which a tool is called, held by this process. */
export type CallingRun = {
  readonly id: string
  readonly conversation_id: string | null
  readonly user_id: string | null
  readonly channel: string | null
  readonly attempts: number
  /** The number of the step that calls it. */
  readonly seq: number
}

/** What a tool knows when a teammate calls it. */
export type ToolScope = {
  readonly ctx: OrgContext
  readonly teammate: TeammateRow
  readonly run: CallingRun
  /** How many teammates stand between a person and this call; 0 for the one who was asked. */
  readonly depth: number
  /** Ends when the run is stopped or the tool's time is over. */
  readonly signal: AbortSignal
}
