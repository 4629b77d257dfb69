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

/** Which of the failures that a reader can make something of this was. */
export const failureOf = ({ error_code }: Pick<Message, 'error_code'>): Failure =>
  (error_code && failures[error_code]) || 'other'
