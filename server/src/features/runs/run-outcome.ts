import { AppError } from '#platform/error.ts'

export type RunOutcome =
  | { status: 'completed'; output: string }
  | { status: 'cancelled'; output: string }
  | { status: 'failed'; output: string; error: string; error_code: string }

/** How far an execution came: to the run's end, to where all of it waits, or nowhere because another process has it. */
export type Executed = RunOutcome | { status: 'suspended' } | null

/** Why a run cannot go on, in a sentence for the person who waits for it. */
export class RunFailure extends Error {
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'RunFailure'
    this.code = code
  }
}

/** Stopped by a person, or because the conversation was taken over. */
export class RunCancelled extends Error {}

/** Another process has taken the run over; whatever this one still does must not be written. */
export class LeaseLost extends Error {}

const kinds: Record<string, 'unprocessable' | 'bad_gateway'> = {
  TEAMMATE_NOT_READY: 'unprocessable',
  DAILY_LIMIT_REACHED: 'unprocessable',
  NO_CREDITS: 'unprocessable',
}

/** What the caller of a synchronous run is told. */
export function errorOfFailure({ error, error_code }: { error: string | null; error_code: string | null }): AppError {
  const code = error_code ?? 'RUN_FAILED'
  return new AppError(kinds[code] ?? 'bad_gateway', error ?? 'The teammate could not answer', { code })
}
