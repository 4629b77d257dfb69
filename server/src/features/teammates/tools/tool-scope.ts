import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../table.ts'

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

/** A file that a call makes; its type follows its name where it is not given. */
export type NewFile = { name: string; mime_type?: string | undefined; bytes: Buffer }

/** What a tool knows when a teammate calls it. */
export type ToolScope = {
  readonly ctx: OrgContext
  readonly teammate: TeammateRow
  readonly run: CallingRun
  /** How many teammates are between a person and this call; 0 for the one who was asked. */
  readonly depth: number
  /** Ends when the run is stopped or the tool's time is over. */
  readonly signal: AbortSignal
  /** Attaches a file to the run's answer; refused with an `AppError` where the run has too many, or the file does not fit. */
  readonly saveRunFile: (file: NewFile) => Promise<{ id: string; name: string; mime_type: string; size: number }>
}
