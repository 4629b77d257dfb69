import { RUN_REFUSALS } from '#contracts/runs.ts'
import { AppError } from '#platform/error.ts'

const codes: readonly (string | undefined)[] = RUN_REFUSALS

/** Whether a teammate could not take a message now, which the sender cannot mend. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && codes.includes(error.code)
