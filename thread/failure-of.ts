import type { Message } from '#contracts/conversations.ts'

export type Failure = 'model' | 'limit' | 'credits' | 'not_ready' | 'interrupted' | 'inactive' | 'endless' | 'other'

const failures: Partial<Record<NonNullable<Message['error_code']>, Failure>> = {
  MODEL_FAILED: 'model',
  DAILY_LIMIT_REACHED: 'limit',
  NO_CREDITS: 'credits',
  TEAMMATE_NOT_READY: 'not_ready',
  GAVE_UP: 'interrupted',
  ORGANIZATION_INACTIVE: 'inactive',
  STEP_TIMEOUT: 'endless',
  TOO_MANY_ROUNDS: 'endless',
}

/** Which of the failures that a reader can do something about this was. */
export const failureOf = ({ error_code }: Pick<Message, 'error_code'>): Failure =>
  (error_code && failures[error_code]) || 'other'

/** True where the teammate may not answer at all: another try would fail too. */
export const isUnavailable = (message: Pick<Message, 'error_code'>): boolean =>
  ['limit', 'credits', 'not_ready', 'inactive'].includes(failureOf(message))
