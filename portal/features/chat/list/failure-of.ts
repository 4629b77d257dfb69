export type Failure = 'model' | 'limit' | 'other'

/** Which of the failures that a reader can do something about this was. The server tells them by their sentences. */
export function failureOf(error: string | null): Failure {
  if (error?.startsWith('No model could answer')) return 'model'
  return error && /spending limit/i.test(error) ? 'limit' : 'other'
}
