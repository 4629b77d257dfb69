import { RUN_REFUSALS } from '#contracts/runs.ts'
import { AppError } from '#platform/error.ts'

const codes: readonly (string | undefined)[] = RUN_REFUSALS

/** Whether the teammate cannot answer now for a reason that the sender cannot fix. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && codes.includes(error.code)
