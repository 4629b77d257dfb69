import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from './table.ts'

/** What a tool knows when a teammate calls it. */
export type ToolScope = {
  readonly ctx: OrgContext
  readonly teammate: TeammateRow
  readonly run: { readonly id: string; readonly conversation_id: string | null; readonly user_id: string | null }
  /** How many teammates stand between a person and this call; 0 for the one who was asked. */
  readonly depth: number
  /** Ends when the run is stopped or the tool's time is over. */
  readonly signal: AbortSignal
}
