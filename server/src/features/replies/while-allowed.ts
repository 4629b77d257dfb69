import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { RunCancelled } from '../runs/run-outcome.ts'

/** Refuses a caller who may not call any more, as a new request of theirs would be. */
type Judge = () => Promise<void>

/** How long a call continues at most after its caller lost the right to it without a notification. */
const JUDGED_EVERY_MS = 2000

/** Of the calls that this process makes. */
const judges = new Set<() => void>()

/** Makes a call that ends early when the caller may not call any more. */
export async function whileAllowed<T>(
  { log }: Context,
  requireAllowed: Judge,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const judge = () =>
    void requireAllowed().catch((err) => {
      if (err instanceof AppError) lost.abort(new RunCancelled('The caller is no longer allowed to do this'))
      // It is judged again soon, and before it is answered.
      else log.warn({ err }, 'a call could not be judged')
    })
  judges.add(judge)
  const timer = setInterval(judge, JUDGED_EVERY_MS)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
    judges.delete(judge)
  }
}

/** Someone has lost a right: whose call it was is read, so that no list of reasons has to be complete. */
export function recheckCalls(): void {
  for (const judge of judges) judge()
}
