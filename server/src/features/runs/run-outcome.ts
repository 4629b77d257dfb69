import { RUN_REFUSALS, type RunErrorCode } from '#contracts/runs.ts'
import { isDatabaseLost } from '#platform/db/database-lost.ts'
import { AppError } from '#platform/error.ts'
import type { RunRow } from './table.ts'

export type RunOutcome =
  /** `output` is the text of an answer; `result` is any JSON. */
  | { status: 'completed'; output: string; result: unknown }
  | { status: 'cancelled'; output: string }
  | { status: 'failed'; output: string; error: string; error_code: RunErrorCode }

/** How far an execution came: to the run's end, to where all of it waits, or nowhere because another process has it. */
export type Executed = RunOutcome | { status: 'suspended' } | null

/** Why a run cannot continue, in a sentence for the person who waits for it. */
export class RunFailure extends Error {
  readonly code: RunErrorCode

  constructor(code: RunErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'RunFailure'
    this.code = code
  }
}

/** All steps of a run together were more than the server allows: no step inside may catch that. */
export class StepLimitReached extends RunFailure {
  constructor(maxSteps: number) {
    super('BROKEN_FLOW', `The run took more than ${maxSteps} steps, loops included, which is the limit of this server`)
  }
}

/** Stopped by a person, or because the conversation was taken over. */
export class RunCancelled extends Error {}

/** Another process has claimed the run; this one must not write any more. */
export class LeaseLost extends Error {}

/** Ends the execution here, and not only the step that meets it. */
export const endsExecution = (error: unknown): boolean =>
  error instanceof LeaseLost ||
  error instanceof RunCancelled ||
  error instanceof StepLimitReached ||
  isDatabaseLost(error)

/** A run that was to be written when it has ended has more to write than goes in one statement. */
export class TooLargeForOneWrite extends Error {}

const refusals: readonly RunErrorCode[] = RUN_REFUSALS

/** What the caller of a synchronous run receives. */
export function errorOfFailure({ error, error_code }: Pick<RunRow, 'error' | 'error_code'>): AppError {
  const code = error_code ?? 'RUN_FAILED'
  return new AppError(
    refusals.includes(code) ? 'unprocessable' : 'bad_gateway',
    error ?? 'The teammate could not answer',
    { code },
  )
}
