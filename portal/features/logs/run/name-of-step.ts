import type { StepLog } from '#contracts/logged-runs.ts'

/** The server names the step of a spoken answer itself, in English; all others have names that people gave. */
export const nameOfStep = (
  { type, name, step_id }: Pick<StepLog, 'type' | 'name' | 'step_id'>,
  speech: string,
): string => (type === 'speech' ? speech : name || step_id)
